import { useState } from 'react'
import type { Earnings } from '#contract/selling/earnings.ts'
import { formatCompact, formatNumber, formatPaise } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { periodsCsv } from './csv.ts'
import { groupIntoPeriods, type Period, periodSize } from './periods.ts'

const COLUMNS: readonly Column<Period>[] = [
  { key: 'period', header: 'When', className: 'w-full', cell: ({ title }) => title },
  { key: 'sales', header: 'Sales', align: 'right', cell: ({ sales }) => formatNumber(sales) },
  { key: 'gross', header: 'Buyers paid', align: 'right', cell: ({ gross_paise }) => <Money paise={gross_paise} /> },
  { key: 'yours', header: 'Your share', align: 'right', cell: ({ seller_paise }) => <Money paise={seller_paise} /> },
]
const UNITS = { day: '₹ per day', week: '₹ per week', month: '₹ per month' }

/** What was sold over time, as bars or as the same figures in a table. */
export function EarningsChart({ earnings }: { earnings: Earnings }) {
  const [asTable, setAsTable] = useState(false)
  const periods = groupIntoPeriods(earnings.by_day)
  return (
    <Card aria-labelledby="over-time" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="over-time" className="text-lg">
          Over time
        </h2>
        <div className="flex gap-2">
          <Button size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as a table'}
          </Button>
          <CsvButton name={`earnings-${earnings.days}-days`} of="sales over time" csv={() => periodsCsv(periods)} />
        </div>
      </div>
      {asTable ? (
        <div className="max-h-96 overflow-y-auto">
          <Table
            caption="Buyer payments and your share, oldest first"
            columns={COLUMNS}
            rows={periods}
            rowKey={({ key }) => key}
          />
        </div>
      ) : (
        <BarChart
          label={`Buyer payments in the last ${earnings.days} days and your share. The table has the same figures.`}
          unit={UNITS[periodSize(earnings.days)]}
          series={['Buyers paid', 'Your share, before refunds']}
          bars={periods.map(({ key, label, title, gross_paise, seller_paise }) => ({
            key,
            label,
            title,
            values: [gross_paise, seller_paise],
          }))}
          format={formatPaise}
          formatTick={(paise) => `₹${formatCompact(paise / 100)}`}
        />
      )}
    </Card>
  )
}
