import { Check, Minus } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { usePlans } from '#web/parts/billing/pricing/use-plans.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { type Cell, type Theme, themes } from './themes.ts'

const CELL = 'px-4 py-3 text-left align-top'
/** On a phone there is no room for names and plans side by side: what a row is about is above its values. */
const ROW = 'max-sm:grid max-sm:grid-cols-4'
const VALUE = `${CELL} wrap-anywhere max-sm:px-2 max-sm:pt-0 max-sm:text-xs`

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
      <table className="w-full table-fixed border-collapse max-sm:block sm:min-w-180">
        <thead className="max-sm:sr-only">
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
    <tbody className="border-line border-b last:border-0 max-sm:block">
      <tr className="max-sm:block">
        <th
          scope="rowgroup"
          colSpan={plans.length + 2}
          className="px-4 pt-6 pb-2 text-left font-semibold text-lg max-sm:block max-sm:px-2"
        >
          {title}
        </th>
      </tr>
      {/* The heads of the columns are far away by then. */}
      <tr className={`border-line border-t bg-sunken font-semibold text-xs sm:hidden ${ROW}`}>
        {[t('Without a plan'), ...plans.map(({ name }) => t(name))].map((name) => (
          <td key={name} className="wrap-anywhere px-2 py-2">
            {name}
          </td>
        ))}
      </tr>
      {rows.map(({ label, help, free, of }) => (
        <tr key={label} className={`border-line border-t ${ROW}`}>
          <th scope="row" className={`${CELL} font-medium max-sm:col-span-4 max-sm:px-2`}>
            {label}
            {help && <span className="block font-normal text-muted text-xs">{help}</span>}
          </th>
          <td className={VALUE}>
            <Shown cell={free} />
          </td>
          {plans.map((plan) => (
            <td key={plan.id} className={VALUE}>
              <Shown cell={of(plan)} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
