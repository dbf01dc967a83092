import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EXECUTION_STATUSES, isFinal, PRIORITIES } from '#contract/execution-states.ts'
import { load, useData } from '#web/api/query.ts'
import { Page } from '#web/layouts/page.tsx'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { paths } from '#web/paths.ts'
import { RunsTable } from '#web/run/runs-table.tsx'
import { useFresh } from '#web/run/use-fresh.ts'
import { useTypedSearch } from '#web/run/use-typed-search.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type ExecutionsState, executionsQuery, queueQuery, readState, statePath } from './executions-state.ts'
import { Queue } from './queue.tsx'

export const loader = ({ url }: ScreenArgs) =>
  Promise.all([load(executionsQuery(readState(url.searchParams))), load(queueQuery())])

const NONE: ExecutionsState = { status: null, priority: null, search: '', page: 1 }

/** Every run on this installation, live, with the queue they wait in. */
export function Component() {
  const [params] = useSearchParams()
  const state = readState(params)
  const { items, total, limit } = useData(executionsQuery(state))
  const live = items.some(({ status }) => !isFinal(status))
  useFresh('listExecutions', live)
  useFresh('getQueue', true)
  const filtered = state.status !== null || state.priority !== null || state.search !== ''
  return (
    <Page title="Executions" wide>
      <PageHeader
        title="Executions"
        actions={<LinkButton href={paths.executionRecovery({ scope: 'all' })}>Recover failed runs</LinkButton>}
      >
        Every run on this installation, newest first.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Queue state={useData(queueQuery())} />
        <Filters state={state} />
        <RunsTable
          caption="Executions, newest first"
          runs={items}
          address={paths.execution}
          withPriority
          empty={<Nothing filtered={filtered} />}
        />
        <Pagination page={state.page} pageSize={limit} total={total} href={(page) => statePath({ ...state, page })} />
      </div>
    </Page>
  )
}

const Nothing = ({ filtered }: { filtered: boolean }): ReactNode =>
  filtered ? (
    <EmptyState title="No run fits" action={<LinkButton href={statePath(NONE)}>Show all runs</LinkButton>}>
      No run has this status, priority and name.
    </EmptyState>
  ) : (
    <EmptyState
      title="Nothing has run yet"
      action={
        <LinkButton variant="primary" href={paths.marketplace()}>
          Open the marketplace
        </LinkButton>
      }
    >
      Runs of everybody appear here as they begin.
    </EmptyState>
  )

const optionsOf = (all: string, names: readonly string[]) => [
  { value: 'all', label: all },
  ...names.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
]

function Filters({ state }: { state: ExecutionsState }) {
  const navigate = useNavigate()
  const go = (change: Partial<ExecutionsState>, replace = false) =>
    void navigate(statePath({ ...state, page: 1, ...change }), { replace, preventScrollReset: true })
  const { typed, submitted } = useTypedSearch(state.search, (search) => go({ search }, true))
  return (
    <form
      className="flex flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submitted(String(new FormData(event.currentTarget).get('search') ?? ''))
      }}
    >
      <div className="w-40">
        <Select
          label="Status"
          hideLabel
          value={state.status ?? 'all'}
          options={optionsOf('Any status', EXECUTION_STATUSES)}
          onChange={({ target }) => go({ status: EXECUTION_STATUSES.find((one) => one === target.value) ?? null })}
        />
      </div>
      <div className="w-40">
        <Select
          label="Priority"
          hideLabel
          value={state.priority ?? 'all'}
          options={optionsOf('Any priority', PRIORITIES)}
          onChange={({ target }) => go({ priority: PRIORITIES.find((one) => one === target.value) ?? null })}
        />
      </div>
      <div className="min-w-48 max-w-md grow">
        <TextField
          label="Search executions"
          hideLabel
          type="search"
          name="search"
          icon={<Search aria-hidden="true" />}
          placeholder="Name of an agent, workflow or service, or an id"
          maxLength={200}
          defaultValue={state.search}
          onChange={({ target }) => typed(target.value)}
        />
      </div>
    </form>
  )
}
