import { useState } from 'react'
import { TEST_METHODS, TEST_OUTCOMES, type TestMethod, type TestOutcome } from '#contract/billing/payment-values.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Paying } from './pay-step.tsx'

const methodNames = (): Record<TestMethod, string> => ({
  card: t('Card'),
  upi: t('UPI'),
  netbanking: t('Net banking'),
})

const outcomeNames = (): Record<TestOutcome, string> => ({
  success: t('The payment succeeds'),
  failure: t('The bank declines it'),
  cancelled: t('The buyer abandons it'),
  pending: t('It waits for UPI approval'),
  dropped: t('It succeeds after this tab is closed'),
})
const outcomesOf = (method: TestMethod): TestOutcome[] =>
  TEST_OUTCOMES.filter((outcome) => outcome !== 'pending' || method === 'upi')

/** The checkout of the test gateway: what Razorpay's window asks, and what the bank is to answer. */
export function TestPane({ order, onDone }: Paying) {
  const [method, setMethod] = useState<TestMethod>('card')
  const [outcome, setOutcome] = useState<TestOutcome>('success')
  const [methods, outcomes] = [methodNames(), outcomeNames()]
  const pay = useAction(async () => {
    const body = { method, outcome }
    const answer = await call('payForTest', { params: { id: order.id }, body })
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = answer
    if (razorpay_order_id && razorpay_payment_id && razorpay_signature)
      await call('verifyPayment', { body: { razorpay_order_id, razorpay_payment_id, razorpay_signature } })
    await onDone(order.id)
  })
  return (
    <div className="grid gap-4">
      <Callout tone="warn" title={t('Test payments')}>
        {t('No money is charged. Choose a payment method and the bank’s answer.')}
      </Callout>
      <Segmented
        label={t('Payment method')}
        value={method}
        segments={TEST_METHODS.map((value) => ({ value, label: methods[value] }))}
        onChange={(value) => {
          const next = TEST_METHODS.find((one) => one === value) ?? 'card'
          setMethod(next)
          if (!outcomesOf(next).includes(outcome)) setOutcome('success')
        }}
      />
      <Select
        label={t('The bank’s answer')}
        options={outcomesOf(method).map((value) => ({ value, label: outcomes[value] }))}
        value={outcome}
        onChange={(event) =>
          setOutcome(outcomesOf(method).find((one) => one === event.currentTarget.value) ?? 'success')
        }
      />
      {pay.error !== null && (
        <Callout tone="bad" title={t('The payment failed')}>
          {friendly(pay.error)} {t('You weren’t charged. Try again.')}
        </Callout>
      )}
      <Button variant="primary" wide busy={pay.busy && t('Paying...')} onClick={() => void pay.run()}>
        {t('Pay {amount}', { amount: formatPaise(order.amount_paise) })}
      </Button>
    </div>
  )
}
