/** Money that nobody asked back and that goes back all the same: a second payment, one that came too late. */
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './refunds.store.ts'

export interface PayingBack {
  /** Null: it came without an order of ours. */
  order: { id: string; user_id: UserId; title: string } | null
  payment: { id: string }
  paise: number
  reason: string
  now: Date
}

/** Decided at once; `send.ts` hands it to the gateway. The ledger's part is the caller's. */
export async function payBack(tx: Queryable, { order, payment, paise, reason, now }: PayingBack): Promise<void> {
  const id = uuidv7()
  await store.insertRefund(tx, {
    id,
    order_id: order?.id ?? null,
    sale_id: null,
    payment_id: payment.id,
    buyer_id: order?.user_id ?? null,
    seller_id: null,
    title: order?.title ?? 'A payment without an order',
    paise,
    origin: 'platform',
    reason,
    to_credits: false,
    created_at: now,
    answer_by: now,
  })
  await store.storeDecision(tx, id, { status: 'approved', paise, by: null, reason, now })
}
