import { useQuery } from '@tanstack/react-query'
import type { AgentFailure, SharedRun } from '#contract/runs/run-sharing.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const MOST = 50

const failureColumns = (): readonly Column<AgentFailure>[] => [
  {
    key: 'cause',
    header: t('Cause'),
    className: 'w-full',
    cell: ({ cause, code }) => (
      <span className="grid min-w-40 py-1.5">
        <span>{cause}</span>
        <code className="font-mono text-muted text-xs">{code}</code>
      </span>
    ),
  },
  {
    key: 'step',
    header: t('Step'),
    cell: ({ step }) => (step ? <bdi className="block sm:min-w-40 lg:min-w-56">{step.title}</bdi> : '—'),
  },
  {
    key: 'version',
    header: t('Version'),
    className: 'max-sm:hidden',
    cell: ({ version }) => (version === null ? '—' : <span className="font-mono">v{version}</span>),
  },
  { key: 'runs', header: t('Runs'), align: 'right', cell: ({ runs }) => formatNumber(runs) },
  {
    key: 'last',
    header: t('Latest'),
    className: 'max-sm:hidden',
    cell: ({ last_at }) => <RelativeTime time={last_at} />,
  },
]

const sharedColumns = (): readonly Column<SharedRun>[] => [
  { key: 'status', header: t('Status'), cell: ({ status }) => <StatusChip status={status} /> },
  {
    key: 'run',
    header: t('Run'),
    className: 'w-full',
    cell: ({ execution_id, created_at }) => (
      <TextLink href={paths.run(execution_id)}>
        {t('Started')} <RelativeTime time={created_at} />
      </TextLink>
    ),
  },
  {
    key: 'version',
    header: t('Version'),
    cell: ({ version }) => (version === null ? '—' : <span className="font-mono">v{version}</span>),
  },
  { key: 'until', header: t('Shared until'), cell: ({ shared_until }) => <RelativeTime time={shared_until} /> },
]

/** Why runs of the agent failed, without anything that buyers entered, and the runs that buyers share. */
export function Failures({ id }: { id: string }) {
  const input = { params: { id }, query: { limit: MOST, offset: 0 } }
  const failures = useQuery(q('listAgentFailures', input))
  const shared = useQuery(q('listSharedRuns', input))
  const error = failures.error ?? shared.error
  return (
    <section
      id="failures"
      aria-labelledby="failures-title"
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-3"
    >
      <h2 id="failures-title" className="text-xl">
        {t('Failed runs in 30 days')}
      </h2>
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
      {failures.data ? (
        <Table
          caption={t('Causes of failed runs, latest first. Buyers’ input isn’t shown.')}
          columns={failureColumns()}
          rows={failures.data.items}
          rowKey={({ code, step, version }) => `${code} ${step?.node_id} ${version}`}
          empty={<p className="p-6 text-center text-muted">{t('No failed runs in 30 days.')}</p>}
        />
      ) : (
        error === null && <Skeleton className="h-32 w-full" />
      )}
      <h3 className="text-lg">{t('Runs shared with you')}</h3>
      {shared.data && (
        <Table
          caption={t('Runs buyers shared with you for a week')}
          columns={sharedColumns()}
          rows={shared.data.items}
          rowKey={({ execution_id }) => execution_id}
          empty={<p className="p-6 text-center text-muted">{t('Buyers can share a run with you from its page.')}</p>}
        />
      )}
    </section>
  )
}
