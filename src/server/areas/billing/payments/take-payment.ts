/**
 * The gateway's report of a payment, applied once, in whatever order it arrives: from the checkout, a webhook, or a
 * reconciliation. States only move forward; a payment that failed may still be authorised. A payment that does not
 * match its order, or arrives twice or too late, is refunded automatically.
 */
import { AppError } from '#contract/core/errors.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { takePlace } from '#server/areas/billing/coupons/redeem.ts'
import { isRefusal, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import * as orders from '#server/areas/billing/orders/orders.store.ts'
import * as payments from '#server/areas/billing/orders/payments.store.ts'
import { notifyRefunded, sendReceipt } from '#server/areas/billing/orders/receipts.ts'
import { purposeOf } from '#server/areas/billing/purposes/purpose-registry.ts'
import { payBack } from '#server/areas/billing/refunds/pay-back.ts'
import { noteMandate } from '#server/areas/billing/subscriptions/mandates.ts'
import type { GatewayPayment } from '#server/gateways/payments/entities.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { recordFailed, recordPaid } from './record.ts'

const RANK: Record<payments.PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 }

/** - `unchanged`: it was known. - `taken`. - `paid`: it paid its order now. - `returned`: it goes back. - `unclaimed`: no order of ours, or not in rupees. */
export type Taken = 'unchanged' | 'taken' | 'paid' | 'returned' | 'unclaimed'

/** @throws GatewayUnreachable when it has to be captured and the gateway is away; what was noted stays */
export async function takePayment(deps: Paying, payment: GatewayPayment): Promise<Taken> {
  const taken = await note(deps, payment)
  if (payment.status !== 'authorized' || !(await isWanted(deps, payment))) return taken
  const captured = await capture(deps, payment)
  return captured ? note(deps, captured) : taken
}

/** What cannot be handed over any more goes back: the purpose says why. */
async function note(deps: Paying, payment: GatewayPayment): Promise<Taken> {
  try {
    return await deps.db.transaction().execute((tx) => noteIn(tx, deps, payment, null))
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const why = error.message
    return deps.db.transaction().execute((tx) => noteIn(tx, deps, payment, why))
  }
}

async function noteIn(tx: Queryable, deps: Paying, payment: GatewayPayment, refusal: string | null): Promise<Taken> {
  const gateway = deps.gateway.name
  const order = payment.order_id === null ? null : await orders.lockByGatewayId(tx, payment.order_id)
  const before = await payments.lockPayment(tx, gateway, payment.id)
  // Another order's payment, or another sum, under a number that is known: nobody signs that.
  if (before && (before.amount_paise !== payment.amount || before.order_id !== (order?.id ?? null))) return 'unchanged'
  if (before && RANK[before.status] >= RANK[payment.status]) return noteFee(tx, deps, payment, before)
  const now = deps.now()
  const row = await payments.savePayment(tx, { gateway, order, payment, now })
  const isInRupees = payment.currency === LIMITS.payment_currency
  if (isInRupees) await postFee(tx, row, before?.fee_paise ?? 0)
  if (order && payment.status === 'failed') await recordFailed(tx, deps, order, payment.error_reason)
  const wasIn = before !== null && RANK[before.status] >= RANK.captured
  if (payment.status !== 'captured' || wasIn) return order ? follow(tx, order, payment) : 'taken'
  if (!order) return isInRupees ? bookUnmatched(tx, row, payment) : foreign(tx, payment)
  const why = refusal ?? (await whyBack(tx, order, payment))
  if (why !== null) return giveBack(tx, deps, order, row, why)
  await purposeOf(order.purpose).fulfil(tx, order, now)
  await noteMandate(tx, order, { ...payment, gateway })
  await orders.markPaid(tx, order.id, row.id, now)
  await takePlace(tx, order.id)
  await sendReceipt(tx, deps, { ...order, paid_at: now })
  await recordPaid(tx, deps, order)
  return 'paid'
}

/** The gateway's own share may be told later than the payment. */
async function noteFee(
  tx: Queryable,
  deps: Paying,
  payment: GatewayPayment,
  before: payments.PaymentRow,
): Promise<Taken> {
  const fee = payment.fee ?? 0
  if (payment.status !== before.status || fee <= before.fee_paise) return 'unchanged'
  if (payment.currency !== LIMITS.payment_currency) return 'unchanged'
  const order = before.order_id && before.user_id ? { id: before.order_id, user_id: before.user_id } : null
  const row = await payments.savePayment(tx, { gateway: deps.gateway.name, order, payment, now: deps.now() })
  await postFee(tx, row, before.fee_paise)
  return 'unchanged'
}

/** What the gateway keeps of it, with GST. */
async function postFee(tx: Queryable, row: payments.PaymentRow, known: number): Promise<void> {
  const fee = row.fee_paise - known
  if (fee <= 0) return
  await postToLedger(tx, {
    key: `payment:${row.id}:fee:${row.fee_paise}`,
    kind: 'gateway_fee',
    cause: { type: 'payment', id: row.id },
    lines: [
      { account: 'gateway_fees', paise: -fee },
      { account: 'gateway', paise: fee },
    ],
  })
}

/** An order follows its payments while it is not paid. */
async function follow(tx: Queryable, order: orders.OrderRow, { id, status }: GatewayPayment): Promise<Taken> {
  if (order.status === 'paid' || order.status === 'expired') return 'taken'
  const isOpen = status === 'created' || status === 'authorized' || (await payments.hasOpenPayment(tx, order.id, id))
  await orders.setStatus(tx, order.id, isOpen ? 'pending' : 'failed')
  return 'taken'
}

/** Why a payment does not pay its order; null when it does. What was begun in time counts however late it is confirmed. */
async function whyBack(db: Queryable, order: orders.OrderRow, payment: GatewayPayment): Promise<string | null> {
  if (payment.amount !== order.amount_paise || payment.currency !== order.currency)
    return 'The amount paid differs from the order'
  if (order.status === 'paid') return 'The order was already paid'
  if (payment.created_at > order.expires_at) return 'The order had expired when it was paid'
  if ((await orders.findBuyer(db, order.user_id)) === null) return 'The account was deleted before the payment arrived'
  return null
}

/** Money that came in goes out again: no order has it. */
async function giveBack(
  tx: Queryable,
  deps: Paying,
  order: orders.OrderRow,
  row: payments.PaymentRow,
  reason: string,
): Promise<Taken> {
  await postToLedger(tx, {
    key: `payment:${row.id}:in`,
    kind: 'payment_returned',
    cause: { type: 'payment', id: row.id },
    note: reason,
    lines: [
      { account: 'gateway', paise: -row.amount_paise },
      { account: 'refunds_due', paise: row.amount_paise },
    ],
  })
  await payBack(tx, { order, payment: row, paise: row.amount_paise, reason, now: deps.now() })
  if (order.status !== 'paid') await orders.setStatus(tx, order.id, order.status === 'expired' ? 'expired' : 'failed')
  await notifyRefunded(tx, order, row.amount_paise, reason)
  return 'returned'
}

async function bookUnmatched(tx: Queryable, row: payments.PaymentRow, { order_id }: GatewayPayment): Promise<Taken> {
  await postToLedger(tx, {
    key: `payment:${row.id}:in`,
    kind: 'unclaimed',
    cause: { type: 'payment', id: row.id },
    note: order_id === null ? 'It has no order' : `Its order, ${order_id}, is not ours or was deleted unpaid`,
    lines: [
      { account: 'gateway', paise: -row.amount_paise },
      { account: 'unclaimed', paise: row.amount_paise },
    ],
  })
  return 'unclaimed'
}

/** The books are in rupees: money in another currency that came without an order is in none, and a person decides at the gateway. */
async function foreign(tx: Queryable, { id, amount, currency }: GatewayPayment): Promise<Taken> {
  await notify(tx, 'admins', {
    kind: 'payment',
    title: `A payment came in ${currency}`,
    message: `${id}: ${amount} in its smallest unit. It paid no order and is in no book. Pay it back at the payment gateway.`,
    href: '/admin/payments',
  })
  return 'unclaimed'
}

/** Uncaptured payments are returned automatically after some days, so nothing is captured that would be refunded. */
async function isWanted({ db }: Paying, payment: GatewayPayment): Promise<boolean> {
  const order = payment.order_id === null ? null : await orders.findByGatewayId(db, payment.order_id)
  return order !== null && (await whyBack(db, order, payment)) === null
}

/** @returns the payment as it is after it; null when the gateway does not capture it */
async function capture({ gateway, log }: Paying, { id, amount }: GatewayPayment): Promise<GatewayPayment | null> {
  try {
    return await gateway.capture(id, amount)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Most of all because it is captured already.
    const now = await gateway.payment(id)
    if (now.status === 'captured') return now
    log.warn({ payment: id, reason: error.message }, 'a payment could not be captured')
    return null
  }
}
