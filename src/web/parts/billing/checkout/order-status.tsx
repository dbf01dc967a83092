import type { OrderStatus, RefundStatus } from '#contract/billing/payment-values.ts'
import type { Order } from '#contract/billing/payments.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const orderWords = (): Record<OrderStatus, [string, Tone]> => ({
  created: [t('Not paid'), 'neutral'],
  pending: [t('Waiting'), 'warn'],
  failed: [t('Failed'), 'bad'],
  paid: [t('Paid'), 'good'],
  expired: [t('Expired'), 'neutral'],
})

const refundWords = (): Record<RefundStatus, [string, Tone]> => ({
  requested: [t('Requested'), 'warn'],
  declined: [t('Declined'), 'bad'],
  withdrawn: [t('Withdrawn'), 'neutral'],
  approved: [t('On its way'), 'live'],
  processed: [t('Refunded'), 'good'],
  failed: [t('Failed'), 'bad'],
})

/** What became of an order, its refunds and a dispute with them. */
export function OrderChip({
  order,
}: {
  order: Pick<Order, 'status' | 'disputed' | 'amount_paise' | 'refunded_paise'>
}) {
  if (order.disputed) return <Badge tone="warn">{t('Disputed')}</Badge>
  if (order.refunded_paise > 0)
    return <Badge>{order.refunded_paise >= order.amount_paise ? t('Refunded') : t('Partly refunded')}</Badge>
  const [label, tone] = orderWords()[order.status]
  return <Badge tone={tone}>{label}</Badge>
}

export function RefundChip({ status }: { status: RefundStatus }) {
  const [label, tone] = refundWords()[status]
  return <Badge tone={tone}>{label}</Badge>
}
