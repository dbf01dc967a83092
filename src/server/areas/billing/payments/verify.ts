/** A payment confirmed by its buyer: what the checkout answered, checked by signature and with the gateway itself. */

import type { TestMethod, TestOutcome } from '#contract/billing/payment-values.ts'
import type { Order } from '#contract/billing/payments.ts'
import { AppError } from '#contract/core/errors.ts'
import { callGateway, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { type OwnOrders, payAbility } from '#server/areas/billing/orders/orders.policy.ts'
import { findByGatewayId, findOrder } from '#server/areas/billing/orders/orders.store.ts'
import { findPayment } from '#server/areas/billing/orders/payments.store.ts'
import { customerFor } from '#server/areas/billing/subscriptions/mandates.ts'
import { loadOwn } from './orders.ts'
import { presentOrder } from './present.ts'
import { syncFromGateway } from './sync-from-gateway.ts'
import { takePayment } from './take-payment.ts'

export interface Confirmation {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

const answer = async ({ db, now }: Paying, id: string): Promise<Order> => {
  const row = await findOrder(db, id)
  if (!row) throw new AppError('not_found')
  return presentOrder(db, row, now())
}

/**
 * Signature, owner, order, amount and currency are checked; the status is the gateway's, never the browser's.
 * @throws not_found (another's order), payment_refused, gateway_unavailable
 */
export async function verifyPayment(deps: Paying, { on: buyer }: OwnOrders, said: Confirmation): Promise<Order> {
  const { db, gateway } = deps
  const order = await findByGatewayId(db, said.razorpay_order_id)
  if (order?.user_id !== buyer) throw new AppError('not_found')
  if (!gateway.isPaymentSigned(said.razorpay_order_id, said.razorpay_payment_id, said.razorpay_signature))
    throw new AppError('payment_refused', { message: 'The payment signature is invalid.' })
  // Said again, by an impatient page or a second tab: what it paid stays paid.
  if (
    order.status === 'paid' &&
    (await findPayment(db, gateway.name, said.razorpay_payment_id))?.id === order.payment_id
  )
    return answer(deps, order.id)
  await callGateway(async () => {
    const payment = await gateway.payment(said.razorpay_payment_id)
    if (payment.order_id !== order.gateway_order_id)
      throw new AppError('payment_refused', { message: 'The payment belongs to another order.' })
    return takePayment(deps, payment)
  })
  return answer(deps, order.id)
}

/**
 * Asks the gateway for the result of an order: for the page of a waiting buyer, and for a tab that was closed too
 * early.
 */
export async function checkOrder(deps: Paying, grant: OwnOrders, id: string): Promise<Order> {
  const { gateway_order_id, status } = await loadOwn(deps.db, grant, id)
  if (gateway_order_id !== null && status !== 'paid') await callGateway(() => syncFromGateway(deps, gateway_order_id))
  return answer(deps, id)
}

/** Pays in the test gateway. @throws illegal_transition where payments are real, or the order cannot be paid */
export async function payForTest(
  deps: Paying,
  grant: OwnOrders,
  id: string,
  { method, outcome }: { method: TestMethod; outcome: TestOutcome },
) {
  const order = await loadOwn(deps.db, grant, id)
  if (deps.gateway.name !== 'test')
    throw new AppError('illegal_transition', { message: 'Payments are real here: pay in the checkout.' })
  const ability = payAbility(order, deps.now())
  if (!ability.allowed || order.gateway_order_id === null)
    throw new AppError('illegal_transition', { message: ability.reason ?? 'It can’t be paid.' })
  const customer_id = await customerFor(deps, order)
  const paid = await callGateway(() =>
    deps.gateway.payForTest({
      order_id: order.gateway_order_id ?? '',
      method,
      outcome,
      ...(customer_id !== null && { customer_id, recurring: true }),
    }),
  )
  return {
    razorpay_order_id: paid.razorpay_order_id ?? null,
    razorpay_payment_id: paid.razorpay_payment_id ?? null,
    razorpay_signature: paid.razorpay_signature ?? null,
  }
}
