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

/** The height of a panel at the bottom, as one drags it, and the handle at its upper edge. */
export const usePanelHeight = (size: PanelWidth, label: string) => usePanelSize(size, 'row', label)

/** The width of a panel at the right, as one drags it, and the handle at its left edge. A double click gives it its usual one. */
export const usePanelWidth = (size: PanelWidth, label: string) => usePanelSize(size, 'col', label)

const EDGES = {
  col: { keys: ['ArrowLeft', 'ArrowRight'], orientation: 'vertical', look: 'inset-y-0 -left-1 w-2 cursor-col-resize' },
  row: { keys: ['ArrowUp', 'ArrowDown'], orientation: 'horizontal', look: 'inset-x-0 -top-1 h-2 cursor-row-resize' },
} as const

function usePanelSize({ key, usual, least, most }: PanelWidth, along: keyof typeof EDGES, label: string) {
  const { keys, orientation, look } = EDGES[along]
  const [larger, smaller] = keys
  const bounded = (width: number) => Math.min(most, Math.max(least, Math.round(width)))
  const [width, setWidth] = useState(() => {
    const kept = Number(readStored(key))
    return kept > 0 ? bounded(kept) : usual
  })
  const [from, setFrom] = useState<{ at: number; width: number } | null>(null)
  const resize = (next: number) => {
    setWidth(bounded(next))
    writeStored(key, `${bounded(next)}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { [larger]: width + STEP, [smaller]: width - STEP, Home: most, End: least }[event.key]
    if (next === undefined) return
    event.preventDefault()
    resize(next)
  }
  const placeOf = ({ clientX, clientY }: PointerEvent) => (along === 'col' ? clientX : clientY)
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setFrom({ at: placeOf(event), width })
  }
  const handle = (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is a control, which hr is not
    <div
      role="separator"
      tabIndex={0}
      aria-orientation={orientation}
      aria-label={along === 'col' ? t('Width of {panel}', { panel: label }) : t('Height of {panel}', { panel: label })}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={width}
      onKeyDown={onKeyDown}
      onPointerDown={grab}
      onPointerMove={(event) => from && resize(from.width + from.at - placeOf(event))}
      onPointerUp={() => setFrom(null)}
      onDoubleClick={() => resize(usual)}
      className={`absolute z-10 touch-none ${look} hover:bg-indigo-soft focus-visible:bg-indigo-soft max-md:hidden`}
    />
  )
  return { width, handle }
}
