import { DatabaseBackup } from 'lucide-react'
import type { BackupRun, Backups as BackupsData } from '#contract/admin/backups.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatBytes, formatDuration } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

export const backupsQuery = () => q('getBackups')

const STATUS: Record<BackupRun['status'], string> = {
  waiting: 'Waiting for a worker',
  running: 'Being made',
  succeeded: 'Complete',
  failed: 'Failed',
}

const durationOf = ({ began_at, ended_at }: BackupRun): string =>
  began_at !== null && ended_at !== null ? formatDuration(Date.parse(ended_at) - Date.parse(began_at)) : '–'

const COLUMNS: readonly Column<BackupRun>[] = [
  {
    key: 'backup',
    header: 'Backup',
    className: 'w-full max-w-0',
    cell: ({ name, status, error, deleted_at }) => (
      <div className="min-w-0 py-2">
        <p className="truncate font-medium">{STATUS[status]}</p>
        <p className="break-words text-muted text-base">
          {deleted_at === null ? (error ?? name ?? '') : 'Deleted because newer backups are kept'}
        </p>
      </div>
    ),
  },
  {
    key: 'when',
    header: 'Requested',
    className: 'whitespace-nowrap',
    cell: ({ requested_at, trigger }) => (
      <div className="py-2">
        <RelativeTime time={requested_at} />
        <p className="text-muted text-base">{trigger === 'schedule' ? 'On schedule' : 'By an admin'}</p>
      </div>
    ),
  },
  {
    key: 'size',
    header: 'Size',
    align: 'right',
    className: 'tabular-nums whitespace-nowrap',
    cell: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
  },
  {
    key: 'duration',
    header: 'Duration',
    align: 'right',
    className: 'tabular-nums whitespace-nowrap max-sm:hidden',
    cell: durationOf,
  },
]

/** Why no backup can be asked for now. */
function whyNot({ plan, items }: BackupsData): string | undefined {
  if (plan === null) return 'Set BACKUP_URL to where backups are written, and restart.'
  return items.some(isUnfinished) ? 'A backup is already being made.' : undefined
}
const isUnfinished = ({ status }: BackupRun): boolean => status === 'waiting' || status === 'running'

/** Where backups are, how the latest ones went, and making one now. */
export function Backups() {
  const data = useData(backupsQuery())
  const { plan, items } = data
  useFresh('getBackups', items.some(isUnfinished))
  const { busy, error, run } = useAction(async () => {
    await call('requestBackup', {})
    await refresh('getBackups')
    showToast('A worker starts the backup in a few seconds')
  })
  const latest = items.find((one) => !isUnfinished(one))
  return (
    <Card aria-label="Backups">
      <CardHeader
        title="Backups"
        aside={
          <Button
            icon={<DatabaseBackup aria-hidden="true" />}
            busy={busy && 'Requesting...'}
            reason={whyNot(data)}
            onClick={() => void run()}
          >
            Back up now
          </Button>
        }
      >
        {plan === null ? (
          <>
            Chowk doesn’t make backups on a schedule yet.{' '}
            <Link href={`${paths.docs('self-hosting')}#scheduled-backups`}>Set up scheduled backups</Link>
          </>
        ) : (
          `Written to ${plan.place}, every ${plan.every_hours === 1 ? 'hour' : `${plan.every_hours} hours`}. The newest ${plan.keep === 1 ? 'one is' : `${plan.keep} are`} kept.`
        )}
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {plan !== null && !plan.is_encrypted && (
          <Callout tone="warn" title="Backups aren’t encrypted">
            They hold the keys of this installation. Set BACKUP_PASSPHRASE to encrypt them.
          </Callout>
        )}
        {latest?.status === 'failed' && (
          <Callout tone="bad" title="The last backup failed">
            {latest.error} Chowk tries again every 15 minutes.
          </Callout>
        )}
        {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
        {(plan !== null || items.length > 0) && (
          <Table
            caption="Latest backups, newest first"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={<DatabaseBackup aria-hidden="true" />} title="No backups yet">
                The first one is made within a minute after the start.
              </EmptyState>
            }
          />
        )}
      </div>
    </Card>
  )
}
