import { Component, type ReactNode } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { SimpleError } from './simple-error.tsx'

interface Props {
  onRetry?: () => void
  inside?: boolean
  children: ReactNode
}

/** The last boundary: what it shows is here already and needs no router, no server and no storage. */
export class Fallback extends Component<Props, { failed: boolean; tries: number }> {
  override state = { failed: false, tries: 0 }

  static getDerivedStateFromError = () => ({ failed: true })

  #retry = () => {
    this.setState({ failed: false, tries: this.state.tries + 1 })
    this.props.onRetry?.()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const tried = this.state.tries >= LIMITS.errors.fallback_retries
    return <SimpleError onRetry={this.#retry} tried={tried} inside={this.props.inside} />
  }
}
