import { Check, Minus } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { usePlans } from '#web/parts/billing/pricing/use-plans.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { type Cell, type Theme, themes } from './themes.ts'

const CELL = 'px-4 py-3 text-left align-top'

function Shown({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return <span className="tabular-nums">{cell}</span>
  return cell ? (
    <Check aria-label={t('Included')} className="size-4 text-good" />
  ) : (
    <Minus aria-label={t('Not included')} className="size-4 text-muted" />
  )
}

/** Every plan side by side, by theme. */
export function Comparison() {
  const plans = usePlans()
  return (
    <ScrollRegion label={t('Every plan side by side')} className="surface-card">
      <table className="w-full min-w-180 table-fixed border-collapse">
        <thead>
          <tr className="border-line border-b bg-sunken text-base">
            <td className={`${CELL} w-2/5`} />
            <th scope="col" className={`${CELL} font-semibold`}>
              {t('Without a plan')}
            </th>
            {plans.map(({ id, name }) => (
              <th key={id} scope="col" className={`${CELL} font-semibold`}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        {themes().map((theme) => (
          <Group key={theme.title} theme={theme} />
        ))}
      </table>
    </ScrollRegion>
  )
}

function Group({ theme: { title, rows } }: { theme: Theme }) {
  const plans = usePlans()
  return (
    <tbody className="border-line border-b last:border-0">
      <tr>
        <th scope="rowgroup" colSpan={plans.length + 2} className="px-4 pt-6 pb-2 text-left font-semibold text-lg">
          {title}
        </th>
      </tr>
      {rows.map(({ label, help, free, of }) => (
        <tr key={label} className="border-line border-t">
          <th scope="row" className={`${CELL} font-medium`}>
            {label}
            {help && <span className="block font-normal text-muted text-xs">{help}</span>}
          </th>
          <td className={CELL}>
            <Shown cell={free} />
          </td>
          {plans.map((plan) => (
            <td key={plan.id} className={CELL}>
              <Shown cell={of(plan)} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
