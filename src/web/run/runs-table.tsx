import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { isFinal } from '#contract/execution-states.ts'
import type { ExecutionSummary } from '#contract/executions.ts'
import { formatDuration } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { durationOf } from './steps.tsx'

const runName = (run: ExecutionSummary): string => run.service?.name ?? run.agent?.name ?? run.workflow.name

const COLUMNS: readonly Column<ExecutionSummary>[] = [
  { key: 'status', header: 'Status', cell: (run) => <StatusChip status={run.status} />, className: 'w-32' },
  {
    key: 'name',
    header: 'Run',
    cell: (run) => (
      <span className="grid min-w-40 max-w-xs">
        <Link
          href={paths.run(run.id)}
          className="inline-flex min-h-6 items-center truncate font-medium hover:underline"
        >
          {runName(run)}
        </Link>
        {run.error && <span className="truncate text-bad text-sm">{run.error.message}</span>}
      </span>
    ),
  },
  { key: 'trigger', header: 'Started by', cell: (run) => <span className="text-muted capitalize">{run.trigger}</span> },
  { key: 'when', header: 'When', cell: (run) => <RelativeTime time={run.created_at} /> },
  {
    key: 'took',
    header: 'Took',
    align: 'right',
    cell: (run) => {
      const took = durationOf(run)
      return (
        <span className="whitespace-nowrap tabular-nums">
          {took === null || !isFinal(run.status) ? '' : formatDuration(took)}
        </span>
      )
    },
  },
]

/** Runs, newest first; a row opens one. */
export function RunsTable({
  caption,
  runs,
  empty,
}: {
  caption: string
  runs: readonly ExecutionSummary[]
  empty: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <Table
      caption={caption}
      columns={COLUMNS}
      rows={runs}
      rowKey={(run) => run.id}
      onOpen={(run) => void navigate(paths.run(run.id))}
      empty={empty}
    />
  )
}
