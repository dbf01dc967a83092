/**
 * Charging a renewal to a mandate. The order is written down before the gateway is asked, so that a crash in between is found again: what the
 * gateway did with an order is asked before it is charged once more, and an order is paid once.
 */

import { isRefusal, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { findBuyer, findLastBilling, findOrder, type OrderRow } from '#server/areas/billing/orders/orders.store.ts'
import { createOrder } from '#server/areas/billing/payments/orders.ts'
import { recordFailed } from '#server/areas/billing/payments/record.ts'
import { takePayment } from '#server/areas/billing/payments/take-payment.ts'
import { findMandate, type RenewalRow, updateRenewal } from '#server/areas/billing/subscriptions/renewals.store.ts'
import { ordersFor } from '#server/areas/billing/subscriptions/subscriptions.policy.ts'
import type { SubscriptionRow } from '#server/areas/billing/subscriptions/subscriptions.store.ts'
import type { GatewayPayment } from '#server/gateways/payments/entities.ts'
import { isShutOut } from '#server/platform/access/may-not-act.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'

/** - `pending`: nobody knows yet; it is asked again. - `failed`: the bank said no. */
export type Charged = { outcome: 'paid' } | { outcome: 'pending' } | { outcome: 'failed'; why: string | null }

const PENDING: Charged = { outcome: 'pending' }

/** The order that is charged: the one of the last try while it can be paid, otherwise a new one. */
async function orderOf(
  deps: Paying,
  row: SubscriptionRow,
  renewal: RenewalRow,
  before: OrderRow | null,
): Promise<OrderRow | null> {
  if (before && before.expires_at > deps.now()) return before
  const billing = await findLastBilling(deps.db, row.user_id)
  if (billing === null) return null
  const { order } = await createOrder(deps, ordersFor(row.user_id), {
    buying: { purpose: 'plan', subject: { plan_id: renewal.plan_id, billing: renewal.billing } },
    billing: {
      name: billing.billing_name,
      address: billing.billing_address,
      state_code: billing.state_code,
      gstin: billing.gstin,
    },
    expected_paise: renewal.amount_paise,
    idempotency_key: `renewal:${renewal.id}:${uuidv7()}`,
  })
  await updateRenewal(deps.db, renewal.id, { charging_order_id: order.id })
  return findOrder(deps.db, order.id)
}

/** What the gateway says of a payment, taken over as from everywhere else. */
async function outcomeOf(deps: Paying, payment: GatewayPayment): Promise<Charged> {
  await takePayment(deps, payment)
  if (payment.status === 'failed') return { outcome: 'failed', why: payment.error_description }
  return payment.status === 'created' ? PENDING : { outcome: 'paid' }
}

/** @throws what is no answer of the gateway */
export async function chargeMandate(deps: Paying, row: SubscriptionRow, renewal: RenewalRow): Promise<Charged> {
  const { db, gateway } = deps
  const mandate = await findMandate(db, row.user_id, deps.now())
  const person = await findBuyer(db, row.user_id)
  if (mandate === null || person === null) return PENDING
  const charging = renewal.charging_order_id === null ? null : await findOrder(db, renewal.charging_order_id)
  // Another gateway knows nothing of it.
  const before = charging?.gateway === gateway.name ? charging : null
  // A bank may confirm a charge a day later, long after its order can be paid no more: until it has answered nothing else is charged.
  const known = before?.gateway_order_id == null ? [] : await gateway.paymentsOf(before.gateway_order_id)
  const newest = known.find(({ status }) => status !== 'failed') ?? known[0]
  if (newest) return outcomeOf(deps, newest)
  if (await isShutOut(db, row.user_id)) return PENDING
  const order = await orderOf(deps, row, renewal, before)
  if (order?.gateway_order_id == null) return { outcome: 'failed', why: 'The billing address is missing.' }
  try {
    const id = await gateway.chargeToken({
      order: order.gateway_order_id,
      amount: order.amount_paise,
      customer: mandate.customer_id,
      token: mandate.token_id,
      email: person.email,
    })
    return await outcomeOf(deps, await gateway.payment(id))
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Refused before there was a payment: nothing else tells of it.
    await recordFailed(db, deps, order, null)
    return { outcome: 'failed', why: error.message }
  }
}
