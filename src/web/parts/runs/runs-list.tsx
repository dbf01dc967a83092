import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { isFinal } from '#contract/runs/execution-states.ts'
import { call } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { t } from '#web/lib/language.ts'
import type { RunsQuery } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { DeleteSelected } from './delete-runs.tsx'
import { ShowHidden } from './masked/show-hidden.tsx'
import { useReveal } from './masked/use-reveal.ts'
import { RunsFilters } from './runs-filters.tsx'
import { runsInput, runsQuery } from './runs-query.ts'
import type { RunsState } from './runs-state.ts'
import { RunsTable } from './runs-table.tsx'

const searchField = (several: boolean) => ({
  label: t('Search runs'),
  placeholder: several ? t('Document, agent or run ID') : t('Document or run ID'),
})

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
  const navigate = useNavigate()
  const { items, total, limit } = useData(runsQuery(state, serviceId))
  useFresh(
    'listExecutions',
    items.some(({ status }) => !isFinal(status)),
  )
  const reveal = useReveal({
    rows: items,
    idOf: ({ id }) => id,
    fields: ['title', 'error', 'result'],
    ask: async (asked) => (await call('listExecutions', { query: { ...runsInput(state, serviceId), ...asked } })).items,
  })
  const [selected, setSelected] = useState<readonly string[]>([])
  // A run that left the page, by a filter or by being deleted, is no longer selected.
  const shown = selected.filter((id) => items.some((run) => run.id === id))
  const filtered = state.status !== null || state.search !== ''
  const at = (change: Partial<RunsState>) => {
    const { status, search, page } = { ...state, page: 1, ...change }
    return href({ status, search, page: page > 1 ? page : null })
  }
  const nothing = filtered ? (
    <EmptyState title={t('No runs match')} action={<LinkButton href={href({})}>{t('Show all runs')}</LinkButton>}>
      {t('No runs match this status and name.')}
    </EmptyState>
  ) : (
    empty
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {(filtered || total > 0) && (
        <RunsFilters
          filter={state}
          search={searchField(serviceId === undefined)}
          onChange={({ priority: _, ...change }, typed) =>
            void navigate(at(change), { replace: typed, preventScrollReset: true })
          }
        />
      )}
      <ShowHidden reveal={reveal} />
      <DeleteSelected ids={shown} onCleared={setSelected} />
      <RunsTable
        caption={t('Runs, newest first')}
        runs={reveal.rows}
        reveal={reveal}
        oneService={serviceId !== undefined}
        empty={nothing}
        selection={{ ids: shown, onChange: setSelected }}
      />
      <Pagination page={state.page} pageSize={limit} total={total} href={(page) => at({ page })} />
    </div>
  )
}
