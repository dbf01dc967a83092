import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { useUser } from '#web/api/use-session.ts'
import { brand } from '#web/lib/brand.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { Paying } from './pay-step.tsx'
import { openRazorpay } from './razorpay-window.ts'

/** On to Razorpay's window. Whatever it ends with, the order's page knows: it asks the gateway itself. */
export function RazorpayPane({ order, checkout, onDone, onAway }: Paying) {
  const email = useUser()?.email ?? ''
  const pay = useAction(async () => {
    onAway(true)
    try {
      const paid = await openRazorpay({ order, checkout }, { brand, email })
      // A confirmation that fails is made up for by the page of the order.
      if (paid) await call('verifyPayment', { body: paid }).catch(() => undefined)
      await onDone(order.id)
    } catch (error) {
      onAway(false)
      throw error
    }
  })
  return (
    <div className="grid gap-4">
      <p>
        {t('You pay in Razorpay’s window by card, UPI or net banking. {brand} never sees your card number.', {
          brand,
        })}
      </p>
      {pay.error !== null && (
        <Callout tone="bad">{t('Razorpay’s window couldn’t be opened. Check your connection and try again.')}</Callout>
      )}
      <Button variant="primary" wide busy={pay.busy && t('Opening...')} onClick={() => void pay.run()}>
        {t('Pay {amount}', { amount: formatPaise(order.amount_paise) })}
      </Button>
    </div>
  )
}
