/** The orders of a person as support sees them: what was paid, what went wrong, and what can be given back. */
import type { PersonOrder } from '#contract/admin/people.ts'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { findOrdersOf, type OrderRow, type Page, sumOrdersOf } from '#server/areas/billing/orders/orders.store.ts'
import type { SeenMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import { findRefundsOf } from '#server/areas/billing/refunds/refunds.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { presentOrders } from './present.ts'

/** What can be given back of it at most. What was spent of a top-up is known exactly only to the refund itself. */
function refundableOf(order: OrderRow, credits: number): number {
  if (order.status !== 'paid') return 0
  const left = Math.max(0, order.amount_paise - order.refunded_paise - order.lost_paise)
  return order.purpose === 'credits' ? Math.min(left, credits) : left
}

interface Facts {
  status: OrderRow['status']
  disputed: boolean
  isAsked: boolean
  isOwn: boolean
  left: number
}

function refundAbility({ status, disputed, isAsked, isOwn, left }: Facts): Ability {
  if (isOwn) return refusedAbility('You can’t refund your own payments.')
  if (status !== 'paid') return refusedAbility('Nothing was paid.')
  if (disputed) return refusedAbility('The buyer’s bank is deciding on this payment.')
  if (isAsked) return refusedAbility('A refund request is waiting for a decision.')
  return left > 0 ? allowed : refusedAbility('There’s nothing left to refund.')
}

/** Newest first. */
export async function listOrdersOf(db: Queryable, { by, on }: SeenMoney, page: Page, now: Date) {
  const { rows, total } = await findOrdersOf(db, on, page)
  const [orders, refunds, credits, sums] = await Promise.all([
    presentOrders(db, rows, now),
    findRefundsOf(
      db,
      rows.map(({ id }) => id),
    ),
    balanceOf(db, 'credits', on),
    sumOrdersOf(db, on),
  ])
  const items = orders.map((order, at): PersonOrder => {
    const { id, purpose, title, amount_paise, refunded_paise, status, receipt, payment, disputed } = order
    const row = rows[at]
    const left = row ? refundableOf(row, credits) : 0
    const own = refunds.filter(({ order_id }) => order_id === id)
    const isAsked = own.some((one) => one.status === 'requested')
    const isOwn = by.type === 'user' && by.id === on
    return {
      ...{ id, purpose, title, amount_paise, refunded_paise, status, receipt, payment, disputed },
      refunds: own.map(({ order_id: _, created_at, ...one }) => ({ ...one, created_at: created_at.toISOString() })),
      refundable_paise: left,
      created_at: order.created_at,
      paid_at: order.paid_at,
      abilities: { refund: refundAbility({ status, disputed, isAsked, isOwn, left }) },
    }
  })
  return { items, total, ...page, ...sums, credits_paise: credits }
}
