import type { Plan } from '#contract/billing/plans.ts'
import { t } from '#web/lib/language.ts'
import { comparedLimits, limitsWithoutPlan } from '#web/parts/billing/pricing/billing.ts'
import { usePlans } from '#web/parts/billing/pricing/use-plans.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

export const FREE = 'Without a plan'
/** Rows keyed by the heading of their cells. */
type Row = { label: string; values: Readonly<Record<string, string>> }

export const SAME: readonly [label: string, value: string][] = [
  ['Commission on what you sell', '15 %'],
  ['Failed runs', 'Free'],
  ['GST invoice', 'Every payment'],
]

function rows(plans: readonly Plan[], columns: readonly string[]): Row[] {
  const limits = limitsWithoutPlan().map(({ label, value }) => ({
    label,
    values: Object.fromEntries([
      [FREE, value],
      ...plans.map((plan) => [plan.name, comparedLimits(plan).find((limit) => limit.label === label)?.value ?? '']),
    ]),
  }))
  const same = SAME.map(([label, value]) => ({
    label: t(label),
    values: Object.fromEntries(columns.map((column) => [column, t(value)])),
  }))
  return [...limits, ...same]
}

const CELL = 'px-4 py-2.5 text-left align-top'

/** The limits of every plan side by side. */
export function Comparison() {
  const plans = usePlans()
  const columns = [FREE, ...plans.map(({ name }) => name)]
  return (
    <ScrollRegion label={t('Limits of every plan')} className="surface-card">
      <table className="w-full min-w-160 border-collapse">
        <thead>
          <tr className="border-line border-b bg-sunken text-base">
            <th scope="col" className={CELL}>
              {t('Limit')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={`${CELL} font-semibold`}>
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows(plans, columns).map(({ label, values }) => (
            <tr key={label} className="border-line border-b last:border-0">
              <th scope="row" className={`${CELL} font-medium`}>
                {label}
              </th>
              {columns.map((column) => (
                <td key={column} className={`${CELL} text-muted`}>
                  {values[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
