import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderToPay } from '#contract/billing/payments.ts'
import { refresh } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DetailsStep } from './details-step.tsx'
import { checkout, type OpenCheckout } from './open-checkout.ts'
import { orderTitle } from './order-title.ts'
import { PayStep } from './pay-step.tsx'
import { ResumeStep } from './resume-step.tsx'

/** From the price to the payment, over whatever page it was opened on. */
export function CheckoutDialog({ open }: { open: OpenCheckout }) {
  const [toPay, setToPay] = useState<OrderToPay | null>(null)
  // Razorpay's own window covers the page; a dialog of ours would lie above it.
  const [away, setAway] = useState(false)
  const navigate = useNavigate()
  const settings = useQuery(q('getPaymentSettings'))
  const close = () => checkout.set(null)
  const done = async (order_id: string) => {
    close()
    await refresh('getOrder', 'listPayments', 'getCredits', 'getCurrentSubscription')
    await navigate(open.next?.(order_id) ?? paths.payment(order_id))
  }
  // A code may leave nothing to pay.
  const ordered = (made: OrderToPay) => (made.checkout === null ? void done(made.order.id) : setToPay(made))
  return (
    <Dialog
      open={!away}
      onClose={close}
      title={toPay ? t('Pay for {title}', { title: orderTitle(toPay.order.title) }) : t('Checkout')}
      description={settings.data?.test ? t('Test payments: no money is charged.') : undefined}
    >
      {settings.error !== null && <Callout tone="bad">{friendly(settings.error)}</Callout>}
      {settings.data?.available === false && <Callout tone="warn">{t('Payments aren’t available yet.')}</Callout>}
      {settings.isPending && <Spinner />}
      {settings.data?.available && !toPay && open.buying && (
        <DetailsStep buying={open.buying} onOrder={ordered} onClose={close} />
      )}
      {settings.data?.available && !toPay && open.order_id && <ResumeStep id={open.order_id} onOrder={setToPay} />}
      {toPay?.checkout && <PayStep order={toPay.order} checkout={toPay.checkout} onDone={done} onAway={setAway} />}
    </Dialog>
  )
}
