import type { Earnings } from '#contract/selling/earnings.ts'
import { groupSize } from '#web/lib/day-groups.ts'
import { formatCompact, formatNumber, formatPaise } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { periodsCsv } from './csv.ts'
import { groupIntoPeriods } from './periods.ts'

const UNITS = { day: '₹ per day', week: '₹ per week', month: '₹ per month' }

/** What was sold over time, as bars or as the same figures in a table. */
export function EarningsChart({ earnings }: { earnings: Earnings }) {
  const periods = groupIntoPeriods(earnings.by_day)
  return (
    <Card aria-labelledby="over-time" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="over-time" className="text-lg">
          Over time
        </h2>
        <CsvButton name={`earnings-${earnings.days}-days`} of="sales over time" csv={() => periodsCsv(periods)} />
      </div>
      <BarChart
        label={`Buyer payments in the last ${earnings.days} days and your share, oldest first`}
        unit={UNITS[groupSize(earnings.days)]}
        pointHeader="When"
        series={[
          { name: 'Sales', format: formatNumber, inTableOnly: true },
          { name: 'Buyers paid', hue: 'finance' },
          { name: 'Your share, before refunds', hue: 'finance' },
        ]}
        points={periods.map(({ key, label, title, sales, gross_paise, seller_paise }) => ({
          key,
          label,
          title,
          values: [sales, gross_paise, seller_paise],
        }))}
        format={formatPaise}
        formatTick={(paise) => `₹${formatCompact(paise / 100)}`}
      />
    </Card>
  )
}
