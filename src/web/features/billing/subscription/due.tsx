import type { Order } from '#contract/billing/payments.ts'
import type { CurrentSubscription } from '#contract/billing/subscriptions.ts'
import { useData } from '#web/api/query.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { resumeCheckout } from '#web/parts/billing/checkout/open-checkout.ts'
import { orderTitle } from '#web/parts/billing/checkout/order-title.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { isLate, RenewalNote } from './current-plan.tsx'
import { unpaidQueries } from './subscription-queries.ts'

/** What is not paid, before everything else, each with the one button that settles it. */
export function Due({ current: { subscription } }: { current: CurrentSubscription }) {
  const orders = [useData(unpaidQueries.failed), useData(unpaidQueries.created)].flatMap(({ items }) => items)
  // The server says which can be paid still.
  const [order] = orders
    .filter(({ abilities }) => abilities.pay.allowed)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  return (
    <>
      {subscription?.renewal && isLate(subscription) && (
        <RenewalNote renewal={subscription.renewal} status={subscription.status} />
      )}
      {order && <UnpaidOrder order={order} />}
    </>
  )
}

function UnpaidOrder({ order: { id, title, status, amount_paise, created_at } }: { order: Order }) {
  const price = formatPaise(amount_paise)
  const what = orderTitle(title)
  const failed = status === 'failed'
  return (
    <section
      aria-labelledby="due"
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border px-4 py-4 sm:px-5 ${failed ? 'border-bad/30 bg-bad-soft' : 'border-warn/30 bg-warn-soft'}`}
    >
      <div className="grid min-w-0 gap-0.5">
        <h2 id="due" className={`wrap-anywhere text-lg ${failed ? 'text-bad' : 'text-warn'}`}>
          {failed
            ? t('The payment of {price} failed: {what}', { price, what })
            : t('{price} not paid yet: {what}', { price, what })}
        </h2>
        <p>
          {t('Ordered on {day}. You aren’t charged until you pay.', { day: formatFullDay(created_at) })}{' '}
          <TextLink href={paths.payment(id)}>{t('See the order')}</TextLink>
        </p>
      </div>
      <Button variant="primary" onClick={() => resumeCheckout(id, (order_id) => paths.payment(order_id))}>
        {t('Pay {price}', { price })}
      </Button>
    </section>
  )
}
