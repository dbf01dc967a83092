import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { isFinal } from '#contract/execution-states.ts'
import type { ExecutionSummary } from '#contract/executions.ts'
import { formatDuration } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { durationOf } from './steps.tsx'

const runName = (run: ExecutionSummary): string => run.service?.name ?? run.agent?.name ?? run.workflow.name

/** On a phone the name of the run matters more; the run's own page tells the rest. */
const WIDE = 'max-sm:hidden'

const columnsFor = (address: (id: string) => string, withPriority: boolean): readonly Column<ExecutionSummary>[] => [
  { key: 'status', header: 'Status', cell: (run) => <StatusChip status={run.status} />, className: 'sm:w-32' },
  {
    key: 'name',
    header: 'Run',
    cell: (run) => (
      <span className="grid min-w-0 max-w-xs max-sm:py-2 sm:min-w-40">
        <Link href={address(run.id)} className="min-h-6 font-medium hover:underline max-sm:break-words sm:truncate">
          {runName(run)}
        </Link>
        {run.error && <span className="text-bad text-sm max-sm:line-clamp-2 sm:truncate">{run.error.message}</span>}
      </span>
    ),
  },
  {
    key: 'trigger',
    header: 'Started by',
    cell: (run) => <span className="text-muted capitalize">{run.trigger}</span>,
    className: WIDE,
  },
  ...(withPriority ? [PRIORITY] : []),
  { key: 'when', header: 'When', cell: (run) => <RelativeTime time={run.created_at} /> },
  {
    key: 'cost',
    header: 'Cost',
    align: 'right',
    className: WIDE,
    cell: ({ cost }) => (cost.paise > 0 ? <Money paise={cost.paise} className="whitespace-nowrap" /> : null),
  },
  {
    key: 'took',
    header: 'Took',
    align: 'right',
    className: WIDE,
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

const PRIORITY: Column<ExecutionSummary> = {
  key: 'priority',
  header: 'Priority',
  cell: (run) => <span className="text-muted capitalize">{run.priority}</span>,
  className: WIDE,
}

/** Runs, newest first; a row opens one. */
export function RunsTable({
  caption,
  runs,
  empty,
  address = paths.run,
  withPriority = false,
}: {
  caption: string
  runs: readonly ExecutionSummary[]
  empty: ReactNode
  /** Where a run is opened. */
  address?: (id: string) => string
  withPriority?: boolean
}) {
  const navigate = useNavigate()
  return (
    <Table
      caption={caption}
      columns={columnsFor(address, withPriority)}
      rows={runs}
      rowKey={(run) => run.id}
      onOpen={(run) => void navigate(address(run.id))}
      empty={empty}
    />
  )
}
