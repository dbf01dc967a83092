import { Component, type ReactNode } from 'react'
import { SimpleError } from './simple-error.tsx'

/** The last boundary: what it shows is here already and needs no router, no server and no storage. */
export class Fallback extends Component<{ onRetry?: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  #retry = () => {
    this.props.onRetry?.()
    this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <SimpleError onRetry={this.#retry} /> : this.props.children
  }
}
