import { useQuery } from '@tanstack/react-query'
import { Info, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { IconButton } from '#web/ui/button.tsx'

const EVERY_MS = 60_000
const KEY = 'announcement.dismissed'

/** The operator's message to everyone, until it is dismissed. It lies over the end of the page, so that nothing moves when it comes. */
export function AnnouncementBanner() {
  const { data } = useQuery({ ...q('getAnnouncement'), refetchInterval: EVERY_MS })
  const [dismissed, setDismissed] = useState(() => readStored(KEY))
  const announcement = data?.announcement
  if (!announcement || dismissed === announcement.id) return null
  const isWarning = announcement.tone === 'warning'
  const Icon = isWarning ? TriangleAlert : Info
  return (
    <section
      aria-label={t('Announcement')}
      className={`fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-2xl animate-rise items-start gap-3 rounded border px-4 py-3 shadow-raised ${isWarning ? 'border-warn bg-warn-soft text-warn' : 'border-edge bg-raised text-ink'}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <p className="wrap-anywhere min-w-0 grow">
        <bdi>{announcement.text}</bdi>
      </p>
      <IconButton
        label={t('Dismiss announcement')}
        onClick={() => {
          writeStored(KEY, announcement.id)
          setDismissed(announcement.id)
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </section>
  )
}
