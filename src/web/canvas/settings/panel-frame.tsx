import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useState } from 'react'

const LEAST = 320
const MOST = 760
const STEP = 32
const KEY = 'chowk.settings-width'

const bounded = (width: number) => Math.min(MOST, Math.max(LEAST, Math.round(width)))

function keptWidth(): number {
  const kept = Number(localStorage.getItem(KEY))
  return kept > 0 ? bounded(kept) : 400
}

/** A panel at the right of the canvas, as wide as one drags it; on a phone it covers the canvas. */
export function PanelFrame({
  label,
  ref,
  onEscape,
  children,
}: {
  label: string
  ref?: Ref<HTMLElement>
  onEscape: () => void
  children: ReactNode
}) {
  const [width, setWidth] = useState(keptWidth)
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null)
  const resize = (next: number) => {
    setWidth(bounded(next))
    localStorage.setItem(KEY, `${bounded(next)}`)
  }
  const onHandleKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') resize(width + STEP)
    if (key === 'ArrowRight') resize(width - STEP)
  }
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setFrom({ x: event.clientX, width })
  }
  return (
    <aside
      ref={ref}
      aria-label={label}
      style={{ width }}
      className="relative flex max-w-full shrink-0 flex-col border-line border-l bg-surface max-md:absolute max-md:inset-0 max-md:z-30 max-md:w-full!"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onEscape()
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that is moved is a control, which hr is not */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Width of ${label}`}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        aria-valuenow={width}
        onKeyDown={onHandleKey}
        onPointerDown={grab}
        onPointerMove={({ clientX }) => from && resize(from.width + from.x - clientX)}
        onPointerUp={() => setFrom(null)}
        className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none hover:bg-indigo-soft focus-visible:bg-indigo-soft max-md:hidden"
      />
      {children}
    </aside>
  )
}
