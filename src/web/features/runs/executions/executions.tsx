import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isFinal } from '#contract/runs/execution-states.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { RunsFilters } from '#web/parts/runs/runs-filters.tsx'
import { RunsTable } from '#web/parts/runs/runs-table.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type ExecutionsState, executionsQuery, queueQuery, readState, statePath } from './executions-state.ts'
import { Queue } from './queue.tsx'

export const loader = ({ url }: ScreenArgs) =>
  Promise.all([load(executionsQuery(readState(url.searchParams))), load(queueQuery())])

const SEARCH = { label: 'Search executions', placeholder: 'Agent, workflow or service name, or an ID' }
const NONE: ExecutionsState = { status: null, priority: null, search: '', page: 1 }

/** Every run on this installation, live, with the queue they wait in. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = readState(params)
  const { items, total, limit } = useData(executionsQuery(state))
  const live = items.some(({ status }) => !isFinal(status))
  useFresh('listExecutions', live)
  useFresh('getQueue', true)
  const filtered = state.status !== null || state.priority !== null || state.search !== ''
  return (
    <AdminFrame
      title="Executions"
      intro="All runs on this installation, newest first."
      actions={<LinkButton href={paths.executionRecovery({ scope: 'all' })}>Recover failed runs</LinkButton>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Queue state={useData(queueQuery())} />
        <RunsFilters
          filter={state}
          search={SEARCH}
          onChange={(change, typed) =>
            void navigate(statePath({ ...state, page: 1, ...change }), { replace: typed, preventScrollReset: true })
          }
        />
        <RunsTable
          caption="Executions, newest first"
          runs={items}
          address={paths.execution}
          withPriority
          empty={<Nothing filtered={filtered} />}
        />
        <Pagination page={state.page} pageSize={limit} total={total} href={(page) => statePath({ ...state, page })} />
      </div>
    </AdminFrame>
  )
}

const Nothing = ({ filtered }: { filtered: boolean }): ReactNode =>
  filtered ? (
    <EmptyState title="No runs match" action={<LinkButton href={statePath(NONE)}>Show all runs</LinkButton>}>
      No runs match this status, priority and name.
    </EmptyState>
  ) : (
    <EmptyState
      title="No runs yet"
      action={
        <LinkButton variant="primary" href={paths.marketplace()}>
          Open the marketplace
        </LinkButton>
      }
    >
      Everyone’s runs appear here as they start.
    </EmptyState>
  )
