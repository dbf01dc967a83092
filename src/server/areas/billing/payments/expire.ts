/** Orders nobody paid in time. The gateway is asked once more before: a payment begun in time still counts. */

import { releasePlace } from '#server/areas/billing/coupons/redeem.ts'
import { isRefusal, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { findOverdue, lockOrder, type OrderRow, setStatus } from '#server/areas/billing/orders/orders.store.ts'
import { hasOpenPayment } from '#server/areas/billing/orders/payments.store.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { DAY_MS } from '#shared/time.ts'
import { syncFromGateway } from './sync-from-gateway.ts'

const BATCH = 100
/** A payment under way keeps its order open no longer than banks take to say no. */
const PENDING_MS = 5 * DAY_MS

/** @returns how many expired */
export async function expireOrders(deps: Paying): Promise<number> {
  const now = deps.now()
  let expired = 0
  for (const order of await findOverdue(deps.db, now, BATCH))
    try {
      if (await expire(deps, order, now)) expired++
    } catch (err) {
      if (isOutage(err)) throw err
      // One that cannot be looked at keeps no other from ending.
      deps.log.warn({ err, order: order.id }, 'an order could not be ended')
    }
  return expired
}

/** Looks at the payments of an order. @returns false where the gateway refuses to show it */
async function couldLook(deps: Paying, gateway_order_id: string): Promise<boolean> {
  try {
    await syncFromGateway(deps, gateway_order_id)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

async function expire(deps: Paying, { id, gateway_order_id, expires_at }: OrderRow, now: Date): Promise<boolean> {
  const isLong = now.getTime() > expires_at.getTime() + PENDING_MS
  // Refused because it was made under other keys, or because the keys are wrong just now: then something may have been paid.
  if (gateway_order_id !== null && !(await couldLook(deps, gateway_order_id)) && !isLong) return false
  return deps.db.transaction().execute(async (tx) => {
    if ((await lockOrder(tx, id))?.status === 'paid') return false
    if (!isLong && (await hasOpenPayment(tx, id, null))) return false
    await setStatus(tx, id, 'expired')
    await releasePlace(tx, id)
    return true
  })
}
