import { OctagonX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { RUN_STOPS, STOP_SCOPES, type StopScope } from '#contract/admin/run-stop-values.ts'
import type { RunStop } from '#contract/admin/run-stops.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { ReasonDialog } from '#web/parts/admin/reason-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const SIZE = 25
const SCOPES: Record<StopScope, string> = { agent: 'Agent', owner: 'Owner', workflow: 'Workflow' }

const stopsQuery = (page: number) => q('listRunStops', { query: { limit: SIZE, offset: (page - 1) * SIZE } })

export const loader = ({ url }: ScreenArgs) => load(stopsQuery(pageParam(url.searchParams)))

/** `10,000+` from where the server stops counting. */
const countText = (count: number): string => `${formatNumber(count)}${count >= RUN_STOPS.counted ? '+' : ''}`
const runsText = (count: number): string => (count === 1 ? '1 run' : `${countText(count)} runs`)

const COLUMNS: readonly Column<RunStop>[] = [
  {
    key: 'target',
    header: 'Runs of',
    className: 'w-full max-w-0',
    cell: ({ scope, target, reason }) => (
      <div className="min-w-44 py-2">
        <p className="truncate">
          <span className="text-muted">{SCOPES[scope]}</span>{' '}
          <bdi className="font-medium">{target.name ?? target.id}</bdi>
        </p>
        <p className="truncate text-muted text-base" title={reason}>
          <bdi>{reason}</bdi>
        </p>
      </div>
    ),
  },
  {
    key: 'stopped',
    header: 'Stopped',
    align: 'right',
    className: 'tabular-nums whitespace-nowrap',
    cell: ({ stopped, found, finished_at }) =>
      finished_at === null ? `${formatNumber(stopped)} of ${countText(found)}` : formatNumber(stopped),
  },
  {
    key: 'by',
    header: 'By',
    className: 'max-md:hidden',
    cell: ({ asked_by }) => <bdi>{asked_by ?? 'A former admin'}</bdi>,
  },
  {
    key: 'at',
    header: 'Started',
    className: 'max-sm:hidden',
    cell: ({ created_at }) => <RelativeTime time={created_at} />,
  },
]

/** Ends all runs of an agent, an owner or a workflow. */
export function Component() {
  const [params] = useSearchParams()
  const page = pageParam(params)
  const { items, total } = useData(stopsQuery(page))
  useFresh(
    'listRunStops',
    items.some(({ finished_at }) => finished_at === null),
  )
  return (
    <AdminFrame
      title="Stop runs"
      intro="Cancels all runs of an agent, owner or workflow that are queued, running, waiting or paused. Held credits are released."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <StopForm key={params.toString()} params={params} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Table
            caption="Stopped runs, newest first"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={<OctagonX aria-hidden="true" />} title="Nothing stopped yet">
                What you stop appears here with its progress.
              </EmptyState>
            }
          />
          <Pagination
            page={page}
            pageSize={SIZE}
            total={total}
            href={(to) => paths.adminRunStops({ page: toParam(to) })}
          />
        </div>
      </div>
    </AdminFrame>
  )
}

interface Found {
  scope: StopScope
  id: string
  name: string
  runs: number
}

/** Counts first, and asks with the count. */
function StopForm({ params }: { params: URLSearchParams }) {
  const [scope, setScope] = useState<StopScope>(STOP_SCOPES.find((one) => one === params.get('scope')) ?? 'agent')
  const [id, setId] = useState(params.get('target')?.slice(0, 100) ?? '')
  const [found, setFound] = useState<Found | null>(null)
  const [asking, setAsking] = useState(false)
  const count = useAction(async () => {
    setFound(null)
    const target_id = id.trim()
    const { name, runs } = await call('countRunsToStop', { query: { scope, target_id } }, { exact: true })
    setFound({ scope, id: target_id, name, runs })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void count.run()
  }
  const problem = count.error instanceof ApiError ? count.error.problem('target_id') : undefined
  return (
    <>
      <form onSubmit={submit} noValidate className="grid gap-4 surface-card p-4">
        <div className="grid items-start gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Select
            label="Runs of"
            value={scope}
            options={STOP_SCOPES.map((value) => ({ value, label: SCOPES[value] }))}
            onChange={({ target }) => {
              setScope(STOP_SCOPES.find((one) => one === target.value) ?? 'agent')
              setFound(null)
            }}
          />
          <TextField
            label={`${SCOPES[scope]} ID`}
            maxLength={100}
            error={problem}
            value={id}
            onChange={({ target }) => {
              setId(target.value)
              setFound(null)
            }}
          />
        </div>
        {count.error !== null && problem === undefined && <Callout tone="bad">{friendly(count.error)}</Callout>}
        {found && (
          <Callout tone={found.runs === 0 ? 'neutral' : 'warn'}>
            <bdi>{found.name}</bdi>:{' '}
            {found.runs === 0 ? 'no runs are under way.' : `${runsText(found.runs)} under way.`}
          </Callout>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={count.busy && 'Counting...'}>
            Count runs
          </Button>
          {found && found.runs > 0 && (
            <Button variant="danger" onClick={() => setAsking(true)}>
              Stop {runsText(found.runs)}…
            </Button>
          )}
        </div>
      </form>
      {asking && found && (
        <StopDialog found={found} onClose={() => setAsking(false)} onStopped={() => setFound(null)} />
      )}
    </>
  )
}

function StopDialog({ found, onClose, onStopped }: { found: Found; onClose: () => void; onStopped: () => void }) {
  const { scope, id, name, runs } = found
  return (
    <ReasonDialog
      title={`Stop ${runsText(runs)} of ${name}?`}
      act={`Stop ${runsText(runs)}`}
      busy="Stopping..."
      danger
      label="Reason"
      help="Kept in the audit log."
      field="reason"
      most={RUN_STOPS.reason_chars}
      missing="Enter a reason"
      onClose={onClose}
      onAct={async (reason) => {
        await call('stopRuns', { body: { scope, target_id: id, reason } }, { exact: true })
        onStopped()
        await refresh('listRunStops')
      }}
    >
      <p>
        They end as cancelled and can’t be resumed. New runs can still start: suspend the agent or block the person to
        prevent that.
      </p>
    </ReasonDialog>
  )
}
