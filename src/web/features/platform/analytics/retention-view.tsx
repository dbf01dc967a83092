import { Users } from 'lucide-react'
import { toCsv } from '#contract/core/csv.ts'
import type { RetentionFigures } from '#contract/platform/analytics.ts'
import { useData } from '#web/api/query.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/time.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { AnalyticsState } from './analytics-address.ts'
import { retentionQuery } from './analytics-queries.ts'
import { FigurePart, MeasuredNote } from './figure-parts.tsx'

type Cohort = RetentionFigures['cohorts'][number]

/** The share of a week's new accounts, with its tint: the more, the stronger. */
function Share({ active, signed_up }: { active: number | undefined; signed_up: number }) {
  if (active === undefined) return null
  const share = signed_up === 0 ? 0 : Math.min(1, active / signed_up)
  return (
    <span className="relative inline-block min-w-12 rounded-sm px-1.5 py-1 text-right tabular-nums">
      <span aria-hidden="true" className="absolute inset-0 rounded-sm bg-indigo" style={{ opacity: share * 0.25 }} />
      <span className="relative">{formatPercent(Math.round(share * 100) / 100)}</span>
    </span>
  )
}

const columnsOf = (weeks: number): Column<Cohort>[] => [
  {
    key: 'week',
    header: 'Signed up in the week of',
    className: 'whitespace-nowrap',
    cell: ({ week }) => formatDay(week),
  },
  { key: 'people', header: 'Accounts', align: 'right', cell: ({ signed_up }) => formatNumber(signed_up) },
  ...Array.from(
    { length: weeks },
    (_week, n): Column<Cohort> => ({
      key: `${n}`,
      header: n === 0 ? 'Same week' : `Week ${n}`,
      align: 'right',
      cell: ({ active, signed_up }) => <Share active={active[n]} signed_up={signed_up} />,
    }),
  ),
]

/** Who keeps using it, by the week they signed up in. */
export function RetentionView({ state }: { state: AnalyticsState }) {
  const figures = useData(retentionQuery(state))
  const { cohorts } = figures
  const weeks = Math.max(0, ...cohorts.map(({ active }) => active.length))
  const csv = () =>
    toCsv([
      ['Week', 'Accounts', ...Array.from({ length: weeks }, (_week, n) => `Week ${n}`)],
      ...cohorts.map(({ week, signed_up, active }) => [week, signed_up, ...active]),
    ])
  return (
    <>
      <MeasuredNote of={figures} />
      <FigurePart
        title="Retention by week of sign-up"
        note="Of the accounts created in a week, how many started a run in that week and in the weeks after it. Weeks begin on Monday."
        aside={<CsvButton name="retention" of="retention" csv={csv} />}
      >
        <Table
          caption="Retention by week of sign-up, oldest first"
          columns={columnsOf(weeks)}
          rows={cohorts}
          rowKey={({ week }) => week}
          empty={<EmptyState icon={<Users aria-hidden="true" />} title="No new accounts in this period" />}
        />
      </FigurePart>
    </>
  )
}
