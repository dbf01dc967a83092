import { Bell } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { session } from '#web/api/call.ts'
import { followNotices, liveNotices } from '#web/api/live-notices.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const NoticePanel = lazyPart(
  () => import('./notice-panel.tsx'),
  (m) => m.NoticePanel,
)

const MOST_SHOWN = 99

/** What waits to be read: a button with the count, and the list behind it. */
export function NoticeBell({ user }: { user: string | null }) {
  const { unread, heard } = useStore(liveNotices)
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  // What the user may do has changed: everything that is shown follows.
  useEffect(() => {
    if (user !== null) return followNotices(user, () => void session.refresh())
  }, [user])
  const count = unread ?? 0
  const label = count > 0 ? t('Notifications, {count} unread', { count: formatNumber(count) }) : t('Notifications')
  return (
    <>
      <IconButton
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
        className="relative"
        data-testid="bell"
      >
        <Bell aria-hidden="true" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-marigold px-1 text-center font-semibold text-on-marigold text-xs tabular-nums leading-4.5"
          >
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {heard && `${t('New notification')}: ${heard}`}
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('Notifications')}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed inset-auto top-14 right-2 m-0 max-h-[min(40rem,calc(100dvh-5rem))] w-[calc(100vw-1rem)] max-w-md overflow-y-auto overscroll-contain surface-raised p-0 text-ink sm:right-6"
      >
        {open && user !== null && (
          <Suspense fallback={<Spinner />}>
            <NoticePanel onClose={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  )
}
