import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Difference } from './difference.tsx'

/** The difference between two versions; `children` is what may be done about it. */
export function DifferenceDialog({
  agent,
  from,
  to,
  onClose,
  children,
}: {
  agent: string
  from: number
  to: number
  onClose: () => void
  children?: ReactNode
}) {
  const { data, error } = useQuery(q('getVersionDifference', { params: { id: agent }, query: { from, to } }))
  return (
    <Dialog open onClose={onClose} title={t('Version {to} compared with version {from}', { to, from })}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
        {data ? <Difference difference={data} /> : error === null && <Spinner />}
        {children}
      </div>
    </Dialog>
  )
}
