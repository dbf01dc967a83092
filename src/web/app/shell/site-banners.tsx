import { useQuery } from '@tanstack/react-query'
import { Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isAdminOrAbove } from '#contract/core/access.ts'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { IconButton } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const EVERY_MS = 60_000
const KEY = 'announcement.dismissed'

interface Props {
  name: string
  dismiss: string
  isWarning: boolean
  onDismiss: () => void
  children: ReactNode
}

function Banner({ name, dismiss, isWarning, onDismiss, children }: Props) {
  const Icon = isWarning ? TriangleAlert : Info
  return (
    <section
      aria-label={name}
      className={`pointer-events-auto flex animate-rise items-start gap-3 rounded border px-4 py-3 shadow-raised ${isWarning ? 'border-warn bg-warn-soft text-warn' : 'border-edge bg-raised text-ink'}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <div className="wrap-anywhere min-w-0 grow">{children}</div>
      <IconButton label={dismiss} onClick={onDismiss}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  )
}

/** What the operator tells everyone, until it is dismissed. It lies over the end of the page, so that nothing moves when it comes. */
export function SiteBanners() {
  const { data } = useQuery({ ...q('getSite'), refetchInterval: EVERY_MS })
  const [dismissed, setDismissed] = useState(() => readStored(KEY))
  // Until the page is loaded again: what is refused meanwhile has to be explained.
  const [closed, setClosed] = useState<string | null>(null)
  const user = useUser()
  if (!data) return null
  const { announcement, maintenance } = data
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-40 mx-auto grid max-w-2xl gap-2">
      {maintenance && closed !== maintenance.message && (
        <Banner
          name={t('Maintenance')}
          dismiss={t('Dismiss maintenance message')}
          isWarning
          onDismiss={() => setClosed(maintenance.message)}
        >
          <p className="font-medium">
            <bdi>{maintenance.message}</bdi>
          </p>
          <p>
            {user && isAdminOrAbove(user.role)
              ? t('Changes are paused for everyone but admins. New runs wait until maintenance ends.')
              : t('Changes are paused. New runs wait until maintenance ends.')}
          </p>
          {maintenance.until !== null && (
            <p>
              {t('Expected end:')} <RelativeTime time={maintenance.until} />
            </p>
          )}
        </Banner>
      )}
      {announcement && dismissed !== announcement.id && (
        <Banner
          name={t('Announcement')}
          dismiss={t('Dismiss announcement')}
          isWarning={announcement.tone === 'warning'}
          onDismiss={() => {
            writeStored(KEY, announcement.id)
            setDismissed(announcement.id)
          }}
        >
          <p>
            <bdi>{announcement.text}</bdi>
          </p>
        </Banner>
      )}
    </div>
  )
}
