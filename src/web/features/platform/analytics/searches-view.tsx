import { useNavigate } from 'react-router'
import { toCsv } from '#contract/core/csv.ts'
import type { SearchFigures } from '#contract/platform/analytics.ts'
import { FEWEST_VISITS_OF_SEARCH } from '#contract/platform/analytics-values.ts'
import { call } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { toParam } from '#web/lib/page-param.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type AnalyticsState, analyticsHref, PAGE_SIZE } from './analytics-address.ts'
import { readAll, searchesInput, searchesQuery } from './analytics-queries.ts'
import { FigureChart } from './figure-chart.tsx'
import { FigurePart, MeasuredNote, Totals } from './figure-parts.tsx'

type SearchRow = SearchFigures['items'][number]

const COLUMNS: readonly Column<SearchRow>[] = [
  {
    key: 'term',
    header: 'Search',
    className: 'w-full',
    cell: ({ term }) => <bdi className="wrap-anywhere block min-w-24 py-1.5">{term}</bdi>,
  },
  { key: 'searches', header: 'Searches', align: 'right', cell: ({ searches }) => formatNumber(searches) },
  { key: 'visits', header: 'Visits', align: 'right', cell: ({ visits }) => formatNumber(visits) },
  { key: 'not_found', header: 'Found nothing', align: 'right', cell: ({ not_found }) => formatNumber(not_found) },
  {
    key: 'try',
    header: <span className="sr-only">Explain</span>,
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ term }) => (
      <TextLink href={paths.adminSearch({ try: term })} aria-label={`Explain the search “${term}”`}>
        Explain
      </TextLink>
    ),
  },
]

/** What people look for, and what they do not find. */
export function SearchesView({ state }: { state: AnalyticsState }) {
  const navigate = useNavigate()
  const figures = useData(searchesQuery(state))
  const { totals, totals_before: before, by_day, items, total } = figures
  const csv = async () => {
    const rows = await readAll((page) => call('getSearchFigures', { query: { ...searchesInput(state), ...page } }))
    return toCsv([
      ['Search', 'Searches', 'Visits', 'Found nothing'],
      ...rows.map(({ term, searches, visits, not_found }) => [term, searches, visits, not_found]),
    ])
  }
  return (
    <>
      <MeasuredNote of={figures} />
      <Totals
        totals={[
          { label: 'Searches', now: totals.searches, before: before.searches },
          { label: 'Found nothing', now: totals.not_found, before: before.not_found },
        ]}
      />
      <FigureChart
        title="Over time"
        name="searches-by-day"
        label="Searches, and those that found nothing"
        days={by_day}
        series={[
          { name: 'Searches', value: (day) => day.searches },
          { name: 'Found nothing', value: (day) => day.not_found },
        ]}
      />
      <FigurePart
        title="Words"
        note={`To protect privacy, a search is listed only if at least ${FEWEST_VISITS_OF_SEARCH} visits made it. The others are part of the totals.`}
        aside={<CsvButton name="searches" of="searches" csv={csv} />}
      >
        <Segmented
          label="Which searches"
          segments={[
            { value: 'all', label: 'All searches' },
            { value: 'not_found', label: 'Without results' },
          ]}
          value={state.show}
          onChange={(show) =>
            void navigate(analyticsHref(state, { show: show === 'all' ? null : show }), { preventScrollReset: true })
          }
        />
        <Table
          caption="Searches, most frequent first"
          columns={COLUMNS}
          rows={items}
          rowKey={({ term }) => term}
          empty={<Nothing state={state} />}
        />
        <Pagination
          page={state.page}
          pageSize={PAGE_SIZE}
          total={total}
          href={(page) => analyticsHref(state, { page: toParam(page) })}
        />
      </FigurePart>
    </>
  )
}

const Nothing = ({ state }: { state: AnalyticsState }) =>
  state.show === 'not_found' ? (
    <EmptyState title="No searches without results in this period" />
  ) : (
    <EmptyState
      title="No searches in this period"
      action={<LinkButton href={paths.adminSearch()}>Try a search</LinkButton>}
    >
      Searches on the marketplace appear here once several visits have made them.
    </EmptyState>
  )
