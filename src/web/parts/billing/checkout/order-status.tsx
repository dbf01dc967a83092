import type { OrderStatus, RefundStatus } from '#contract/billing/payment-values.ts'
import type { Order } from '#contract/billing/payments.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const ORDER: Record<OrderStatus, [string, Tone]> = {
  created: ['Not paid', 'neutral'],
  pending: ['Waiting', 'warn'],
  failed: ['Failed', 'bad'],
  paid: ['Paid', 'good'],
  expired: ['Expired', 'neutral'],
}

const REFUND: Record<RefundStatus, [string, Tone]> = {
  requested: ['Requested', 'warn'],
  declined: ['Declined', 'bad'],
  withdrawn: ['Withdrawn', 'neutral'],
  approved: ['On its way', 'live'],
  processed: ['Refunded', 'good'],
  failed: ['Failed', 'bad'],
}

/** What became of an order, its refunds and a dispute with them. */
export function OrderChip({
  order,
}: {
  order: Pick<Order, 'status' | 'disputed' | 'amount_paise' | 'refunded_paise'>
}) {
  if (order.disputed) return <Badge tone="warn">Disputed</Badge>
  if (order.refunded_paise > 0)
    return <Badge>{order.refunded_paise >= order.amount_paise ? 'Refunded' : 'Partly refunded'}</Badge>
  const [label, tone] = ORDER[order.status]
  return <Badge tone={tone}>{label}</Badge>
}

export function RefundChip({ status }: { status: RefundStatus }) {
  const [label, tone] = REFUND[status]
  return <Badge tone={tone}>{label}</Badge>
}
