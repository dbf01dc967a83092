/** Within how many days of paying an order may be asked back. */
import { REFUND_DAYS } from '#contract/billing/payment-values.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { OrderRow } from './orders.store.ts'

/** The window of the refund policy (/refund-policy): a renewal of a plan has a shorter one than the plan's first payment. */
export function refundDays({ purpose, subject }: Pick<OrderRow, 'purpose'> & { subject?: Json }): number {
  const isRenewal =
    purpose === 'plan' &&
    typeof subject === 'object' &&
    subject !== null &&
    !Array.isArray(subject) &&
    subject.kind === 'renew'
  return isRenewal ? REFUND_DAYS.renewal : REFUND_DAYS[purpose]
}
