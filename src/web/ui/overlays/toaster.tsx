import { X } from 'lucide-react'
import { type PointerEvent, useRef } from 'react'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useHeld } from '#web/ui/use-held.ts'
import { currentToast, dismissToast, holdToast, releaseToast, TOAST_RULES, type Toast } from './toast-store.ts'

/** Where the one toast appears. */
export function Toaster() {
  const shown = useStore(currentToast)
  return (
    <section
      aria-label={t('Status')}
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--bar-below,0px))] z-40 flex justify-end"
    >
      {shown?.open && <OneToast key={shown.id} shown={shown} />}
    </section>
  )
}

function OneToast({ shown }: { shown: Toast }) {
  const held = useHeld(holdToast, releaseToast)
  const start = useRef<number | null>(null)
  const moved = (event: PointerEvent) => {
    if (start.current === null) return
    if (Math.abs(event.clientX - start.current) > TOAST_RULES.swipe) dismissToast(shown.id)
  }
  return (
    <div
      {...held}
      onPointerDown={(event) => {
        start.current = event.clientX
      }}
      onPointerMove={moved}
      onPointerUp={() => {
        start.current = null
      }}
      className="pointer-events-auto flex w-96 max-w-full animate-rise touch-pan-y items-start gap-3 surface-raised p-4"
    >
      <div role="status" className="min-w-0 grow break-words">
        <p className="font-semibold">{shown.title}</p>
        {shown.message && <p className="text-muted">{shown.message}</p>}
      </div>
      <IconButton size="sm" label={t('Dismiss')} onClick={() => dismissToast(shown.id)} className="-mt-1 -mr-1">
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
