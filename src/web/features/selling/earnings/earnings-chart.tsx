import type { Earnings } from '#contract/selling/earnings.ts'
import { groupSize } from '#web/lib/day-groups.ts'
import { formatCompact, formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { periodsCsv } from './csv.ts'
import { groupIntoPeriods } from './periods.ts'

const units = () => ({ day: t('₹ per day'), week: t('₹ per week'), month: t('₹ per month') })

/** What was sold over time, as bars or as the same figures in a table. */
export function EarningsChart({ earnings }: { earnings: Earnings }) {
  const periods = groupIntoPeriods(earnings.by_day)
  return (
    <Card aria-labelledby="over-time" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="over-time" className="text-lg">
          {t('Over time')}
        </h2>
        <CsvButton name={`earnings-${earnings.days}-days`} of={t('sales over time')} csv={() => periodsCsv(periods)} />
      </div>
      <BarChart
        label={t('Buyer payments in the last {days} days and your share, oldest first', { days: earnings.days })}
        unit={units()[groupSize(earnings.days)]}
        pointHeader={t('When')}
        series={[
          { name: t('Sales'), format: formatNumber, inTableOnly: true },
          { name: t('Buyers paid'), hue: 'finance' },
          { name: t('Your share, before refunds'), hue: 'finance' },
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
