import { Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { leaveView } from '#web/api/acting/leave-view.ts'
import type { OpenView } from '#web/api/acting/support-view.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useSession } from '#web/api/use-session.ts'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { useRoomBelow } from '#web/ui/overlays/room-below.ts'

/** On every page while an admin sees Chowk as another person: whom, until when, and the way out. */
export function SupportViewBanner({ view }: { view: OpenView }) {
  const { phase, identity } = useSession()
  const bar = useRef<HTMLElement>(null)
  useRoomBelow(bar, true)
  useEffect(() => {
    const timer = setTimeout(leaveView, Math.max(0, view.until - Date.now()))
    return () => clearTimeout(timer)
  }, [view])
  // Signed out, here or in another tab: there is nobody left to view as.
  const isOver = phase === 'initialized' && identity === null
  useEffect(() => {
    if (isOver) leaveView()
  }, [isOver])
  const stop = useAction(async () => {
    await call('endSupportView', { params: { id: view.id } }, { asAdmin: true })
    leaveView()
  })
  return (
    <section
      ref={bar}
      aria-label={t('Viewing as another person')}
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-warn border-t-2 bg-warn-soft px-4 py-2.5 text-warn"
    >
      <p className="flex min-w-0 items-center gap-2">
        <Eye aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="wrap-anywhere min-w-0">
          {t('You’re viewing {brand} as {name}. You can’t change anything. Ends at {time}.', {
            brand,
            name: view.person.display_name,
            time: formatTimeSoon(view.until),
          })}
        </span>
      </p>
      <Button size="sm" busy={stop.busy && t('Stopping...')} onClick={() => void stop.run()}>
        {t('Stop viewing')}
      </Button>
      {stop.error !== null && (
        <p role="alert" className="w-full text-center text-base">
          {friendly(stop.error)}
        </p>
      )}
    </section>
  )
}
