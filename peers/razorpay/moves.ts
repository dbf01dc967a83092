/** What happens to payments, and who is told of it. */
import type { State } from './behaviour.ts'
import {
  DECLINED,
  type DisputeEntity,
  type ErrorFields,
  feeOf,
  NO_ERROR,
  newId,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
} from './entities.ts'

export interface NewPayment {
  order: OrderEntity
  method: PaymentEntity['method']
  vpa?: string | null
  customer_id?: string | null
  token_id?: string | null
}

/** An order of the merchant's, or one that the gateway makes for a charge of its own. */
export function orderOf(
  state: State,
  { amount, notes, receipt = null }: { amount: number; notes: Record<string, string>; receipt?: string | null },
): OrderEntity {
  const order: OrderEntity = {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: 'INR',
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at: state.now(),
  }
  state.orders.set(order.id, order)
  return order
}

/** A buyer begins to pay. */
export function begin(
  state: State,
  { order, method, vpa = null, customer_id = null, token_id = null }: NewPayment,
): PaymentEntity {
  const payment: PaymentEntity = {
    id: newId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    vpa,
    email: 'buyer@example.com',
    contact: '+919000090000',
    customer_id,
    token_id,
    notes: order.notes,
    fee: null,
    tax: null,
    ...NO_ERROR,
    created_at: state.now(),
  }
  state.payments.set(payment.id, payment)
  order.attempts++
  if (order.status === 'created') order.status = 'attempted'
  return payment
}

/** The bank agrees; a payment that has failed may still be authorised late. Captured at once unless told otherwise. */
export function authorise(state: State, payment: PaymentEntity): void {
  if (payment.status !== 'created' && payment.status !== 'failed') return
  Object.assign(payment, NO_ERROR, { status: 'authorized' })
  state.emit('payment.authorized', { payment })
  if (!state.behaviour.manual_capture) capture(state, payment)
}

export function capture(state: State, payment: PaymentEntity): void {
  Object.assign(payment, { status: 'captured', captured: true, ...feeOf(payment.amount) })
  state.emit('payment.captured', { payment })
  const order = state.orders.get(payment.order_id ?? '')
  if (!order || order.status === 'paid') return
  Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 })
  state.emit('order.paid', { payment, order })
}

export function decline(state: State, payment: PaymentEntity, why: ErrorFields = DECLINED): void {
  if (payment.status !== 'created') return
  Object.assign(payment, why, { status: 'failed' })
  state.emit('payment.failed', { payment })
}

export function refund(
  state: State,
  payment: PaymentEntity,
  given: { amount: number; receipt: string | null; notes: Record<string, string> },
): RefundEntity {
  const made: RefundEntity = {
    id: newId('rfnd'),
    entity: 'refund',
    ...given,
    currency: payment.currency,
    payment_id: payment.id,
    acquirer_data: { arn: null },
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: 'normal',
    created_at: state.now(),
  }
  state.refunds.set(made.id, made)
  payment.amount_refunded += given.amount
  payment.refund_status = payment.amount_refunded === payment.amount ? 'full' : 'partial'
  if (payment.refund_status === 'full') payment.status = 'refunded'
  state.emit('refund.created', { refund: made, payment })
  if (!state.behaviour.slow_refunds) endRefund(state, made, 'processed')
  return made
}

/** A refund that fails gives the amount back to what may be refunded. */
export function endRefund(state: State, made: RefundEntity, status: 'processed' | 'failed'): void {
  if (made.status !== 'pending') return
  made.status = status
  const payment = state.payments.get(made.payment_id)
  if (status === 'failed' && payment) {
    payment.amount_refunded -= made.amount
    payment.refund_status = payment.amount_refunded > 0 ? 'partial' : null
    payment.status = 'captured'
  }
  state.emit(`refund.${status}`, { refund: made, ...(payment && { payment }) })
}

export function dispute(state: State, payment: PaymentEntity, amount: number): DisputeEntity {
  const opened: DisputeEntity = {
    id: newId('disp'),
    entity: 'dispute',
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    amount_deducted: amount,
    reason_code: 'goods_or_services_not_received_or_partially_received',
    respond_by: state.now() + 7 * 86_400,
    status: 'open',
    phase: 'chargeback',
    created_at: state.now(),
  }
  state.disputes.set(opened.id, opened)
  state.emit('payment.dispute.created', { payment, dispute: opened })
  return opened
}

/** The bank wants better evidence: the dispute is open again, with two more days to respond. */
export function sendBackDispute(state: State, opened: DisputeEntity): void {
  if (opened.status !== 'under_review') return
  Object.assign(opened, { status: 'open', respond_by: state.now() + 2 * 86_400 })
  const payment = state.payments.get(opened.payment_id)
  state.emit('payment.dispute.action_required', { ...(payment && { payment }), dispute: opened })
}

export function endDispute(state: State, opened: DisputeEntity, status: DisputeEntity['status']): void {
  Object.assign(opened, { status, amount_deducted: status === 'won' || status === 'closed' ? 0 : opened.amount })
  const payment = state.payments.get(opened.payment_id)
  state.emit(`payment.dispute.${status}`, { ...(payment && { payment }), dispute: opened })
}
