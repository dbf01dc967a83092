import { IndianRupee } from 'lucide-react'
import { toCsv } from '#contract/core/csv.ts'
import type { RevenueFigures } from '#contract/platform/analytics.ts'
import { useData } from '#web/api/query.ts'
import { formatCompact, formatNumber, formatPaise } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { AnalyticsState } from './analytics-address.ts'
import { categoriesQuery, revenueQuery } from './analytics-queries.ts'
import { FigureChart } from './figure-chart.tsx'
import { FigurePart, MeasuredNote, Totals } from './figure-parts.tsx'

type Sums = RevenueFigures['totals']
type CategoryRow = RevenueFigures['by_category'][number]

const revenueOf = (sums: Sums): number => sums.commission_paise + sums.plans_paise + sums.models_paise
const inRupees = (paise: number): number => paise / 100

const LINES: readonly { label: string; value: (sums: Sums) => number }[] = [
  { label: 'Revenue', value: revenueOf },
  { label: 'Commission', value: (sums) => sums.commission_paise },
  { label: 'Plans', value: (sums) => sums.plans_paise },
  { label: 'AI models', value: (sums) => sums.models_paise },
  { label: 'Gateway fees', value: (sums) => sums.fees_paise },
  { label: 'Losses', value: (sums) => sums.losses_paise },
  { label: 'Refunded to buyers', value: (sums) => sums.refunds_paise },
]

const columnsOf = (names: ReadonlyMap<string, string>): Column<CategoryRow>[] => [
  {
    key: 'category',
    header: 'Category',
    className: 'w-full',
    cell: ({ category }) => names.get(category) ?? category,
  },
  { key: 'sales', header: 'Sales', align: 'right', cell: ({ sales }) => formatNumber(sales) },
  { key: 'gross', header: 'Buyers paid', align: 'right', cell: ({ gross_paise }) => <Money paise={gross_paise} /> },
  {
    key: 'commission',
    header: 'Commission',
    align: 'right',
    cell: ({ commission_paise }) => <Money paise={commission_paise} />,
  },
]

/** What the platform earns, from its books. */
export function RevenueView({ state }: { state: AnalyticsState }) {
  const figures = useData(revenueQuery(state))
  const { items } = useData(categoriesQuery())
  const { totals, totals_before: before, by_day, by_category } = figures
  const names = new Map(items.map(({ slug, name }) => [slug, name]))
  const csv = () =>
    toCsv([
      ['Category', 'Sales', 'Buyers paid (INR)', 'Commission (INR)'],
      ...by_category.map((row) => [
        names.get(row.category) ?? row.category,
        row.sales,
        inRupees(row.gross_paise),
        inRupees(row.commission_paise),
      ]),
    ])
  return (
    <>
      <MeasuredNote of={figures} />
      <Totals
        totals={LINES.map(({ label, value }) => ({
          label,
          now: value(totals),
          before: value(before),
          format: formatPaise,
        }))}
      />
      <FigureChart
        title="Revenue over time"
        name="revenue"
        label="Commission, plans and AI models in rupees"
        days={by_day}
        series={[
          { name: 'Commission', value: (day) => day.commission_paise, inFile: inRupees },
          { name: 'Plans', value: (day) => day.plans_paise, inFile: inRupees },
          { name: 'AI models', value: (day) => day.models_paise, inFile: inRupees },
        ]}
        format={formatPaise}
        formatTick={(paise) => `₹${formatCompact(paise / 100)}`}
      />
      <FigurePart
        title="By category"
        note="Revenue comes from the books, without GST. What is taken back counts on the day it is taken back. Sales by category include GST and are before refunds."
        aside={<CsvButton name="revenue-by-category" of="revenue by category" csv={csv} />}
      >
        <Table
          caption="Sales by category, largest first"
          columns={columnsOf(names)}
          rows={by_category}
          rowKey={({ category }) => category}
          empty={<EmptyState icon={<IndianRupee aria-hidden="true" />} title="Nothing was sold in this period" />}
        />
      </FigurePart>
    </>
  )
}
