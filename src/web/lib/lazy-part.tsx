/** Parts of a page whose code is fetched separately. A part that fails to load or to render never takes its page down. */
import { Component, type ComponentType, createElement, type FunctionComponent, lazy, type ReactNode } from 'react'
import { t } from '#web/lib/language.ts'
import { fetchCode } from './fetch-code.ts'

interface BoundaryProps {
  /** A function, so that a retry renders the part with newly fetched code. */
  part: () => ReactNode
  failed: (retry: () => void) => ReactNode
  /** Called before the part is rendered again. */
  onRetry: () => void
}

class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  #retry = () => {
    this.props.onRetry()
    this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.failed(this.#retry) : this.props.part()
  }
}

function PartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded border border-line bg-sunken px-3.5 py-2.5">
      <p>{t('This part of the page couldn’t be loaded. Everything else still works.')}</p>
      <button
        type="button"
        onClick={onRetry}
        className="min-h-8 font-medium text-indigo underline decoration-1 decoration-indigo/40 underline-offset-3"
      >
        {t('Try again')}
      </button>
    </div>
  )
}

/** @property preload fetches the code before the part is rendered: it then renders at once, without its fallback. Never throws. */
type LazyPart<Props> = FunctionComponent<Props> & { preload: () => Promise<void> }

function create<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  failed: (props: Props, retry: () => void) => ReactNode,
): LazyPart<Props> {
  const fetchPart = () => lazy<ComponentType<Props>>(async () => ({ default: pick(await fetchCode(load)) }))
  // Outside the component: React discards the state of a tree that suspends before it is first shown.
  let current: ComponentType<Props> = fetchPart()
  let isUsed = false
  const render = (props: Props) => {
    isUsed = true
    return createElement(current, props)
  }
  // React keeps a fallback for 300 ms, also where the code comes a moment later. A part that is shown already keeps its state.
  const preload = async () => {
    const loaded = await fetchCode(load).catch(() => null)
    if (loaded !== null && !isUsed) current = pick(loaded)
  }
  return Object.assign(
    (props: Props) => (
      <PartBoundary
        part={() => render(props)}
        failed={(retry) => failed(props, retry)}
        onRetry={() => {
          current = fetchPart()
        }}
      />
    ),
    { preload },
  )
}

const Nothing = () => null

/**
 * A part that its reader would miss: if it fails, a message with "Try again" takes its place. Render it inside `<Suspense>`.
 * @param load fetches its module
 * @param pick the component in it
 */
export const lazyPart = <Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) => create(load, pick, (_, retry) => <PartFailed onRetry={retry} />)

/**
 * A part that its page works without. Render it inside `<Suspense>`.
 * @param load fetches its module
 * @param pick the component in it
 * @param Instead takes its place if it fails; nothing by default
 */
export const optionalPart = <Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  Instead: ComponentType<Props> = Nothing,
) => create(load, pick, (props) => <Instead {...props} />)
