import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const STEP = 32

export interface PanelWidth {
  /** What it is remembered by in this browser. */
  key: string
  /** In px. */
  usual: number
  least: number
  most: number
}

/** The width of a panel at the right, as one drags it, and the handle at its left edge. A double click gives it its usual one. */
export function usePanelWidth({ key, usual, least, most }: PanelWidth, label: string) {
  const bounded = (width: number) => Math.min(most, Math.max(least, Math.round(width)))
  const [width, setWidth] = useState(() => {
    const kept = Number(readStored(key))
    return kept > 0 ? bounded(kept) : usual
  })
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null)
  const resize = (next: number) => {
    setWidth(bounded(next))
    writeStored(key, `${bounded(next)}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: most, End: least }[event.key]
    if (next === undefined) return
    event.preventDefault()
    resize(next)
  }
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setFrom({ x: event.clientX, width })
  }
  const handle = (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is a control, which hr is not
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of {panel}', { panel: label })}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={width}
      onKeyDown={onKeyDown}
      onPointerDown={grab}
      onPointerMove={({ clientX }) => from && resize(from.width + from.x - clientX)}
      onPointerUp={() => setFrom(null)}
      onDoubleClick={() => resize(usual)}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none hover:bg-indigo-soft focus-visible:bg-indigo-soft max-md:hidden"
    />
  )
  return { width, handle }
}
