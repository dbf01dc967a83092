/** Orders nobody paid in time. The gateway is asked once more before: a payment begun in time still counts. */
import { freePlace } from '#server/domain/coupons/redeem.ts'
import { lookAtGateway } from './look.ts'
import { findOverdue, lockOrder, type OrderRow, setStatus } from './orders.store.ts'
import type { Paying } from './paying.ts'
import { hasOpenPayment } from './payments.store.ts'

const BATCH = 100
/** A payment under way keeps its order open no longer than banks take to say no. */
const PENDING_MS = 5 * 86_400_000

/** @returns how many expired */
export async function expireOrders(deps: Paying): Promise<number> {
  const now = deps.now()
  let expired = 0
  for (const order of await findOverdue(deps.db, now, BATCH)) if (await expire(deps, order, now)) expired++
  return expired
}

async function expire(deps: Paying, { id, gateway_order_id, expires_at }: OrderRow, now: Date): Promise<boolean> {
  if (gateway_order_id !== null) await lookAtGateway(deps, gateway_order_id)
  const isLong = now.getTime() > expires_at.getTime() + PENDING_MS
  return deps.db.transaction().execute(async (tx) => {
    if ((await lockOrder(tx, id))?.status === 'paid') return false
    if (!isLong && (await hasOpenPayment(tx, id, null))) return false
    await setStatus(tx, id, 'expired')
    await freePlace(tx, id)
    return true
  })
}
