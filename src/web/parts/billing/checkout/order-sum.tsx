import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Buying, OrderQuote } from '#contract/billing/payments.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { orderTitle } from './order-title.ts'

const noteOf = (purpose: Buying['purpose']): string =>
  purpose === 'credits' ? t('Credits pay for runs. Run prices include GST.') : t('Includes GST.')

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** What is bought, what a code takes off, and what is to be paid. */
export function OrderSum({
  purpose,
  quote,
  onRemove,
}: {
  purpose: Buying['purpose']
  quote: OrderQuote
  onRemove: () => void
}) {
  const { coupon, amount_paise } = quote
  return (
    <div className="grid gap-3 rounded border border-line bg-sunken px-4 py-3">
      <div className="flex items-baseline justify-between gap-4">
        <div>
          <p className="font-medium">
            <bdi>{orderTitle(quote.title)}</bdi>
          </p>
          <p className="text-muted text-base">
            {noteOf(purpose)}
            {coupon && purpose === 'plan' && ` ${t('The code is for this payment; renewals cost the full price.')}`}
          </p>
        </div>
        <Money
          paise={amount_paise + (coupon?.off_paise ?? 0)}
          className={coupon ? 'text-muted line-through' : 'font-semibold text-lg'}
        />
      </div>
      {coupon && (
        <dl className="grid gap-1 border-line border-t pt-3">
          <Line
            label={
              <span className="flex flex-wrap items-center gap-1">
                {t('Code')} <bdi className="break-all font-medium">{coupon.code}</bdi>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={t('Remove the code')}
                  icon={<X aria-hidden="true" />}
                  onClick={onRemove}
                />
              </span>
            }
          >
            <Money paise={-coupon.off_paise} className="text-good" />
          </Line>
          <Line label={<span className="font-semibold text-lg">{t('Total')}</span>}>
            <Money paise={amount_paise} className="font-semibold text-lg" />
          </Line>
        </dl>
      )}
    </div>
  )
}
