import { toCsv } from '#contract/core/csv.ts'
import type { FunnelFigures } from '#contract/platform/analytics.ts'
import { useData } from '#web/api/query.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type AnalyticsState, analyticsHref } from './analytics-address.ts'
import { funnelQuery } from './analytics-queries.ts'
import { FigureChart } from './figure-chart.tsx'
import { changeOf, FigurePart, MeasuredNote } from './figure-parts.tsx'
import { CategoryChoice, PeopleChoice } from './segments.tsx'

interface StepRow {
  step: string
  what: string
  now: number
  before: number
  /** Of those who tried it; null where it is not a part of them. */
  share: number | null
}

const COLUMNS: readonly Column<StepRow>[] = [
  {
    key: 'step',
    header: 'Step',
    className: 'w-full',
    cell: ({ step, what }) => (
      <div className="min-w-28 py-2">
        <p className="font-medium">{step}</p>
        <p className="text-muted text-base">{what}</p>
      </div>
    ),
  },
  { key: 'now', header: 'Count', align: 'right', cell: ({ now }) => formatNumber(now) },
  {
    key: 'share',
    header: '% of tried',
    align: 'right',
    cell: ({ share }) => (share === null ? '—' : formatPercent(share)),
  },
  {
    key: 'change',
    header: 'Change',
    align: 'right',
    className: 'whitespace-nowrap max-sm:hidden',
    cell: ({ now, before }) => changeOf(now, before),
  },
]

function stepsOf({ totals, totals_before: before }: FunnelFigures): StepRow[] {
  const share = (count: number) => (totals.tried === 0 ? null : count / totals.tried)
  const seen: StepRow[] =
    totals.seen === null
      ? []
      : [
          {
            step: 'Seen',
            what: 'Visits that opened an agent’s page',
            now: totals.seen,
            before: before.seen ?? 0,
            share: null,
          },
        ]
  return [
    ...seen,
    { step: 'Tried', what: 'Ran an agent for the first time', now: totals.tried, before: before.tried, share: null },
    {
      step: 'Bought',
      what: 'Bought it, or paid for a run, for the first time',
      now: totals.bought,
      before: before.bought,
      share: share(totals.bought),
    },
    {
      step: 'Used again',
      what: 'Came back to it on a later day for the first time',
      now: totals.again,
      before: before.again,
      share: share(totals.again),
    },
  ]
}

/** From seeing an agent to using it again. */
export function FunnelView({ state }: { state: AnalyticsState }) {
  const figures = useData(funnelQuery(state))
  const steps = stepsOf(figures)
  const csv = () => toCsv([['Step', 'Count', 'Before'], ...steps.map(({ step, now, before }) => [step, now, before])])
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <CategoryChoice state={state} />
        <PeopleChoice state={state} />
      </div>
      <MeasuredNote of={figures} />
      <FigurePart
        title="Steps"
        note={
          <>
            A person counts once for each agent, on the day of the step. Visits are anonymous, so they aren’t shown for
            a role or for new people. For each agent, see{' '}
            <TextLink href={analyticsHref(state, { view: 'agents', page: null, role: null, people: null, sort: null })}>
              Agents
            </TextLink>
            .
          </>
        }
        aside={<CsvButton name="funnel" of="the funnel" csv={csv} />}
      >
        <Table caption="From seen to used again" columns={COLUMNS} rows={steps} rowKey={({ step }) => step} />
      </FigurePart>
      <FigureChart
        title="Over time"
        name="funnel-by-day"
        label="People who tried, bought and came back"
        days={figures.by_day}
        series={[
          ...(figures.totals.seen === null
            ? []
            : [{ name: 'Seen', value: (day: FunnelFigures['by_day'][number]) => day.seen ?? 0 }]),
          { name: 'Tried', value: (day) => day.tried },
          { name: 'Bought', value: (day) => day.bought },
          { name: 'Used again', value: (day) => day.again },
        ]}
      />
    </>
  )
}
