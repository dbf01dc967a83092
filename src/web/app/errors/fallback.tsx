import { Component, type ReactNode } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import { renewStale } from '#web/app/router/code.ts'
import { SimpleError } from './simple-error.tsx'

interface Props {
  onRetry?: () => void
  inside?: boolean
  children: ReactNode
}

/** Outside the boundary, because a failed retry mounts it again. */
const used = { at: '', tries: 0 }
const triesHere = () => (used.at === window.location.pathname ? used.tries : 0)

/** The last boundary: what it shows is here already and needs no router, no server and no storage. */
export class Fallback extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch = renewStale

  #retry = () => {
    Object.assign(used, { tries: triesHere() + 1, at: window.location.pathname })
    this.setState({ failed: false })
    this.props.onRetry?.()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const tried = triesHere() >= LIMITS.errors.fallback_retries
    return <SimpleError onRetry={this.#retry} tried={tried} inside={this.props.inside} />
  }
}
