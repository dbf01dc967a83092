import { toCsv } from '#contract/core/csv.ts'
import type { VisitFigures } from '#contract/platform/analytics.ts'
import { PAGES } from '#contract/platform/pages.ts'
import { useData } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { AnalyticsState } from './analytics-address.ts'
import { visitsQuery } from './analytics-queries.ts'
import { FigureChart } from './figure-chart.tsx'
import { FigurePart, MeasuredNote, Totals } from './figure-parts.tsx'

type PageRow = VisitFigures['pages'][number]
type EventRow = VisitFigures['events'][number]

const PAGES_COLUMNS: readonly Column<PageRow>[] = [
  {
    key: 'page',
    header: 'Page',
    className: 'w-full',
    cell: ({ path }) => (
      <>
        {PAGES.find((page) => page.path === path)?.title ?? 'Page not found'}{' '}
        <span className="text-muted text-xs">{path}</span>
      </>
    ),
  },
  { key: 'views', header: 'Page views', align: 'right', cell: ({ views }) => formatNumber(views) },
  { key: 'visits', header: 'Visits', align: 'right', cell: ({ visits }) => formatNumber(visits) },
]

/** What each event of the specification is, in words. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
  login: 'Sign-ins',
  sign_up: 'Sign-ups',
  logout: 'Sign-outs',
  page_view: 'Page views',
  agent_view: 'Agent pages opened',
  agent_create: 'Agents created',
  agent_purchase: 'Agents bought',
  platform_access: 'Areas entered',
  role_upgrade: 'Higher roles given',
  payment_success: 'Payments made',
  payment_failed: 'Payments failed',
  search: 'Searches',
  share: 'Shares',
  error_encountered: 'Errors met',
  feature_used: 'Features used',
}

const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  { key: 'event', header: 'Event', className: 'w-full', cell: ({ name }) => EVENT_NAMES[name] ?? name },
  {
    key: 'name',
    header: 'Name',
    className: 'max-sm:hidden',
    cell: ({ name }) => <code className="text-muted text-xs">{name}</code>,
  },
  { key: 'events', header: 'Count', align: 'right', cell: ({ events }) => formatNumber(events) },
]

const nothing = (
  <EmptyState title="No visits in this period">They are counted once visitors agree to analytics.</EmptyState>
)

/** Who comes, and where they go. */
export function VisitsView({ state }: { state: AnalyticsState }) {
  const figures = useData(visitsQuery(state))
  const { totals, totals_before: before, by_day, pages, events } = figures
  return (
    <>
      <MeasuredNote of={figures} />
      <Totals
        totals={[
          { label: 'Visits', now: totals.visits, before: before.visits },
          { label: 'Page views', now: totals.page_views, before: before.page_views },
          { label: 'New accounts', now: totals.signed_up, before: before.signed_up },
          {
            label: 'Active accounts per day',
            now: totals.active / by_day.length,
            before: before.active / by_day.length,
          },
        ]}
      />
      <FigureChart
        title="Over time"
        name="visits"
        label="Visits, page views, new and active accounts"
        note="An account is active on a day on which it starts a run."
        days={by_day}
        series={[
          { name: 'Visits', value: (day) => day.visits },
          { name: 'Page views', value: (day) => day.page_views },
          { name: 'New accounts', value: (day) => day.signed_up },
          { name: 'Active accounts', value: (day) => day.active },
        ]}
      />
      <FigurePart
        title="Pages"
        note="Only visitors who agree to analytics are counted. A visit is what one browser tab opens until it is closed or the day ends. Visitors aren’t recognised when they come back."
        aside={
          <CsvButton
            name="pages"
            of="pages"
            csv={() =>
              toCsv([
                ['Page', 'Page views', 'Visits'],
                ...pages.map(({ path, views, visits }) => [path, views, visits]),
              ])
            }
          />
        }
      >
        <Table
          caption="Pages, most opened first"
          columns={PAGES_COLUMNS}
          rows={pages}
          rowKey={({ path }) => path}
          empty={nothing}
        />
      </FigurePart>
      <FigurePart
        title="Events"
        aside={
          <CsvButton
            name="events"
            of="events"
            csv={() => toCsv([['Event', 'Count'], ...events.map(({ name, events: count }) => [name, count])])}
          />
        }
      >
        <Table
          caption="Events, most frequent first"
          columns={EVENT_COLUMNS}
          rows={events}
          rowKey={({ name }) => name}
          empty={<EmptyState title="No events in this period" />}
        />
      </FigurePart>
    </>
  )
}
