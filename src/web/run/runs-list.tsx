import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { EXECUTION_STATUSES, isFinal } from '#contract/execution-states.ts'
import { useData } from '#web/api/query.ts'
import type { RunsQuery } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { runsQuery } from './runs-query.ts'
import type { RunsState } from './runs-state.ts'
import { RunsTable } from './runs-table.tsx'
import { useFresh } from './use-fresh.ts'
import { useTypedSearch } from './use-typed-search.ts'

const NAMES = EXECUTION_STATUSES.map((status) => ({
  value: status,
  label: status.charAt(0).toUpperCase() + status.slice(1),
}))

export interface RunsListProps {
  state: RunsState
  serviceId?: string
  /** The address of a state. */
  href: (query: RunsQuery) => string
  /** When there is no run at all. */
  empty: ReactNode
}

/** Runs with their filters, all in the address. */
export function RunsList({ state, serviceId, href, empty }: RunsListProps) {
  const { items, total, limit } = useData(runsQuery(state, serviceId))
  useFresh(
    'listExecutions',
    items.some(({ status }) => !isFinal(status)),
  )
  const filtered = state.status !== null || state.search !== ''
  const at = (change: Partial<RunsState>) => {
    const { status, search, page } = { ...state, page: 1, ...change }
    return href({ status, search, page: page > 1 ? page : null })
  }
  const nothing = filtered ? (
    <EmptyState title="No run fits" action={<LinkButton href={href({})}>Show all runs</LinkButton>}>
      No run has this status and name.
    </EmptyState>
  ) : (
    empty
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {(filtered || total > 0) && <Filters state={state} at={at} searchable={serviceId === undefined} />}
      <RunsTable caption="Runs, newest first" runs={items} empty={nothing} />
      <Pagination page={state.page} pageSize={limit} total={total} href={(page) => at({ page })} />
    </div>
  )
}

function Filters({
  state,
  at,
  searchable,
}: {
  state: RunsState
  at: (change: Partial<RunsState>) => string
  searchable: boolean
}) {
  const navigate = useNavigate()
  const { typed, submitted } = useTypedSearch(
    state.search,
    (search) => void navigate(at({ search }), { replace: true, preventScrollReset: true }),
  )
  return (
    <form
      className="flex flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submitted(String(new FormData(event.currentTarget).get('search') ?? ''))
      }}
    >
      <div className="w-44">
        <Select
          label="Status"
          hideLabel
          value={state.status ?? 'all'}
          options={[{ value: 'all', label: 'Any status' }, ...NAMES]}
          onChange={(event) => {
            const status = EXECUTION_STATUSES.find((one) => one === event.target.value) ?? null
            void navigate(at({ status }), { preventScrollReset: true })
          }}
        />
      </div>
      {searchable && (
        <div className="min-w-48 max-w-md grow">
          <TextField
            label="Search runs"
            hideLabel
            type="search"
            name="search"
            icon={<Search aria-hidden="true" />}
            placeholder="Name of the agent or service, or a run's id"
            maxLength={200}
            defaultValue={state.search}
            onChange={(event) => typed(event.target.value)}
          />
        </div>
      )}
    </form>
  )
}
