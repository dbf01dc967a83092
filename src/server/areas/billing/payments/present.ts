/** Orders as their buyers see them. */

import { Order } from '#contract/billing/payments.ts'
import { findPapersOf } from '#server/areas/billing/invoices/invoices.store.ts'
import { askAbility, payAbility } from '#server/areas/billing/orders/orders.policy.ts'
import { findAgentsOf, type OrderRow } from '#server/areas/billing/orders/orders.store.ts'
import { findOpenDisputes, findPaymentsOf, type PaymentRow } from '#server/areas/billing/orders/payments.store.ts'
import { findOpenRequests } from '#server/areas/billing/refunds/refunds.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isObject } from '#shared/json.ts'

/** The bank's words, where it gave some. */
const wordsOf = (error: PaymentRow['error']): string | null =>
  isObject(error) && typeof error.description === 'string' ? error.description : null

const presentPayment = ({ gateway_payment_id, status, method, error }: PaymentRow) => ({
  id: gateway_payment_id,
  status,
  method,
  error: wordsOf(error),
})

export async function presentOrders(db: Queryable, rows: readonly OrderRow[], now: Date): Promise<Order[]> {
  const ids = rows.map(({ id }) => id)
  const [payments, asked, disputed, papers, agents] = await Promise.all([
    findPaymentsOf(db, ids),
    findOpenRequests(db, ids),
    findOpenDisputes(db, ids),
    findPapersOf(db, ids),
    findAgentsOf(db, ids),
  ])
  return rows.map((row) => {
    const payment = payments.find(({ order_id }) => order_id === row.id)
    return Order.parse({
      ...row,
      agent: agents.find(({ order_id }) => order_id === row.id) ?? null,
      billing: {
        name: row.billing_name,
        address: row.billing_address,
        state_code: row.state_code,
        gstin: row.gstin,
      },
      coupon: row.coupon_code === null ? null : { code: row.coupon_code, off_paise: row.off_paise },
      papers: papers.filter(({ order_id }) => order_id === row.id),
      test: row.gateway === 'test',
      payment: payment ? presentPayment(payment) : null,
      created_at: row.created_at.toISOString(),
      paid_at: row.paid_at?.toISOString() ?? null,
      expires_at: row.expires_at.toISOString(),
      disputed: disputed.has(row.id),
      abilities: { pay: payAbility(row, now), ask_refund: askAbility(row, { open: asked.has(row.id), now }) },
    })
  })
}

export async function presentOrder(db: Queryable, row: OrderRow, now: Date): Promise<Order> {
  const [order] = await presentOrders(db, [row], now)
  if (!order) throw new Error('Presenting one order returned none')
  return order
}
