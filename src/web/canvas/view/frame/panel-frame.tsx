import type { ReactNode, Ref } from 'react'
import { type PanelWidth, usePanelWidth } from '#web/ui/overlays/panel-width.tsx'

const WIDTH: PanelWidth = { key: 'settings-width', usual: 400, least: 320, most: 760 }

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
  const { width, handle } = usePanelWidth(WIDTH, label)
  return (
    <aside
      ref={ref}
      aria-label={label}
      style={{ width }}
      className="relative flex min-w-64 max-w-full shrink flex-col border-line border-l bg-surface max-md:absolute max-md:inset-0 max-md:z-30 max-md:w-full!"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // A dialog that was opened from here is closed by itself.
        if (event.target instanceof Element && event.target.closest('dialog')) return
        event.stopPropagation()
        onEscape()
      }}
    >
      {handle}
      {children}
    </aside>
  )
}
