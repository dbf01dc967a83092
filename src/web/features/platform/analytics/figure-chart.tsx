import { toCsv } from '#contract/core/csv.ts'
import { groupDays, groupSize, sumOf } from '#web/lib/day-groups.ts'
import { formatCompact, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LineChart } from '#web/ui/charts/line-chart.tsx'

const PER = { day: 'per day', week: 'per week', month: 'per month' }

export interface FigureSeries<Row> {
  name: string
  value: (row: Row) => number
  /** Of what is in the file, where it differs. */
  inFile?: (value: number) => number
}

interface FigureChartProps<Row extends { day: string }> {
  title: string
  /** Names the file. */
  name: string
  /** What is counted: 'Visits and page views'. */
  label: string
  note?: string
  days: readonly Row[]
  series: readonly FigureSeries<Row>[]
  format?: (value: number) => string
  formatTick?: (value: number) => string
}

/** Figures over time as lines, as a table, and as a file with a row for each day. */
export function FigureChart<Row extends { day: string }>({
  title,
  name,
  label,
  note,
  days,
  series,
  format = formatNumber,
  formatTick = formatCompact,
}: FigureChartProps<Row>) {
  const csv = () =>
    toCsv([
      [t('Day'), ...series.map((one) => one.name)],
      ...days.map((row) => [row.day, ...series.map(({ value, inFile }) => (inFile ?? ((n) => n))(value(row)))]),
    ])
  return (
    <Card aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="text-lg">{title}</h2>
          {note && <p className="text-muted text-base">{note}</p>}
        </div>
        <CsvButton name={name} of={`${title.toLowerCase()} by day`} csv={csv} />
      </div>
      <LineChart
        label={`${label}, oldest first`}
        unit={PER[groupSize(days.length)]}
        pointHeader="When"
        series={series.map((one) => ({ name: one.name }))}
        points={groupDays(days).map((group) => ({
          key: group.key,
          label: group.label,
          title: group.title,
          values: series.map(({ value }) => sumOf(group.days, value)),
        }))}
        format={format}
        formatTick={formatTick}
      />
    </Card>
  )
}
