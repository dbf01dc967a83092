import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { LOG_PERIODS } from '#contract/runs/execution-log-values.ts'
import type { ExecutionLog } from '#contract/runs/execution-logs.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { RunsFilters } from '#web/parts/runs/runs-filters.tsx'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type LogsState, logsPath, logsQuery, readLogsState } from './execution-logs-state.ts'

export const loader = ({ url }: ScreenArgs) => load(logsQuery(readLogsState(url.searchParams)))

const SEARCH = { label: 'Search runs', placeholder: 'Owner’s email, agent, workflow or service name, or an ID' }
const NONE: LogsState = { status: null, search: '', days: null, owner: null, page: 1 }
const WIDE = 'max-sm:hidden'

const COLUMNS: readonly Column<ExecutionLog>[] = [
  { key: 'status', header: 'Status', className: 'sm:w-32', cell: ({ status }) => <StatusChip status={status} /> },
  {
    key: 'run',
    header: 'Run',
    className: 'min-w-40',
    cell: ({ id, service, agent, workflow, error_code }) => (
      <span className="grid min-w-0 max-w-xs py-1.5 sm:min-w-40">
        <Link href={paths.adminExecutionLog(id)} className="break-words font-medium hover:underline">
          <bdi>{service?.name ?? agent?.name ?? workflow.name}</bdi>
        </Link>
        {error_code && <code className="break-all font-mono text-bad text-xs">{error_code}</code>}
      </span>
    ),
  },
  { key: 'owner', header: 'Owner', className: 'min-w-44', cell: ({ owner }) => <OwnerLink owner={owner} /> },
  {
    key: 'trigger',
    header: 'Started by',
    className: WIDE,
    cell: ({ trigger }) => <span className="text-muted capitalize">{trigger}</span>,
  },
  { key: 'when', header: 'When', cell: ({ created_at }) => <RelativeTime time={created_at} /> },
  {
    key: 'cost',
    header: 'Cost',
    align: 'right',
    className: WIDE,
    cell: ({ cost }) => (cost.paise > 0 ? <Money paise={cost.paise} className="whitespace-nowrap" /> : null),
  },
  {
    key: 'took',
    header: 'Duration',
    align: 'right',
    className: WIDE,
    cell: (run) => {
      const took = stepDuration(run)
      return (
        <span className="whitespace-nowrap tabular-nums">
          {took === null || !isFinal(run.status) ? '' : formatDuration(took)}
        </span>
      )
    },
  },
]

export const OwnerLink = ({ owner }: Pick<ExecutionLog, 'owner'>) =>
  owner === null ? (
    <span className="text-muted">Visitor</span>
  ) : (
    <span className="grid min-w-0 max-w-56 py-1.5">
      <Link href={paths.adminUser(owner.id)} className="truncate hover:underline">
        <bdi>{owner.display_name}</bdi>
      </Link>
      <span className="truncate text-muted text-xs" title={owner.email}>
        {owner.email}
      </span>
    </span>
  )

/** Every run of the installation without its content, live. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = readLogsState(params)
  const { items, total, limit } = useData(logsQuery(state))
  useFresh(
    'listExecutionLogs',
    items.some(({ status }) => !isFinal(status)),
  )
  const go = (change: Partial<LogsState>, replace = false) =>
    void navigate(logsPath({ ...state, page: 1, ...change }), { replace, preventScrollReset: true })
  return (
    <AdminFrame
      title="Execution logs"
      intro="Everyone’s runs, newest first. Their content stays closed until you give a reason, which is recorded."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <div className="grow">
            <RunsFilters
              filter={{ status: state.status, search: state.search }}
              search={SEARCH}
              onChange={({ priority: _, ...change }, typed) => go(change, typed)}
            />
          </div>
          <Segmented
            label="Period"
            segments={[
              { value: '', label: 'All' },
              ...LOG_PERIODS.map((days) => ({ value: String(days), label: days === 1 ? '24 hours' : `${days} days` })),
            ]}
            value={String(state.days ?? '')}
            onChange={(value) => go({ days: LOG_PERIODS.find((days) => String(days) === value) ?? null })}
          />
        </div>
        {state.owner !== null && (
          <p className="flex flex-wrap items-center gap-2 text-base">
            Only the runs of one person.
            <LinkButton size="sm" href={logsPath({ ...state, owner: null, page: 1 })}>
              Show everyone’s runs
            </LinkButton>
          </p>
        )}
        <Table
          caption="Runs, newest first"
          columns={COLUMNS}
          rows={items}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate(paths.adminExecutionLog(id))}
          empty={<Nothing filtered={logsPath({ ...state, page: 1 }) !== logsPath(NONE)} />}
        />
        <Pagination page={state.page} pageSize={limit} total={total} href={(page) => logsPath({ ...state, page })} />
      </div>
    </AdminFrame>
  )
}

const Nothing = ({ filtered }: { filtered: boolean }): ReactNode =>
  filtered ? (
    <EmptyState title="No runs match" action={<LinkButton href={logsPath(NONE)}>Show all runs</LinkButton>} />
  ) : (
    <EmptyState title="No runs yet">Everyone’s runs appear here as they start.</EmptyState>
  )
