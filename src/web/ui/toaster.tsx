import { X } from 'lucide-react'
import { type PointerEvent, useRef } from 'react'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from './button.tsx'
import { currentToast, dismissToast, TOAST_RULES } from './toast-store.ts'

/** Where the one toast appears. */
export function Toaster() {
  const shown = useStore(currentToast)
  const start = useRef<number | null>(null)
  const moved = (event: PointerEvent) => {
    if (start.current === null || !shown) return
    if (Math.abs(event.clientX - start.current) > TOAST_RULES.swipe) dismissToast(shown.id)
  }
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-end"
    >
      {shown?.open && (
        <div
          key={shown.id}
          onPointerDown={(event) => {
            start.current = event.clientX
          }}
          onPointerMove={moved}
          onPointerUp={() => {
            start.current = null
          }}
          className="pointer-events-auto flex w-96 max-w-full animate-rise touch-pan-y items-start gap-3 rounded border border-line bg-surface p-4 shadow-float"
        >
          <div className="grow">
            <p className="font-semibold">{shown.title}</p>
            {shown.message && <p className="text-muted">{shown.message}</p>}
          </div>
          <IconButton size="sm" label="Dismiss" onClick={() => dismissToast(shown.id)} className="-mt-1 -mr-1">
            <X aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </section>
  )
}
