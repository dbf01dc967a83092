/** The verbs of purchases. They are made and taken back by orders: see `agent-order.ts`. */
import { AppError } from '#contract/errors.ts'
import type { Purchase } from '#contract/purchases.ts'
import type { Queryable } from '#server/database/database.ts'
import type { OwnMoney } from './purchases.policy.ts'
import * as store from './purchases.store.ts'

function statusOf(row: store.PurchaseRow, now: Date): Purchase['status'] {
  if (row.revoked_at) return 'refunded'
  if (row.ends_at && row.ends_at <= now) return 'ended'
  return row.starts_at > now ? 'coming' : 'active'
}

export const presentPurchase = (row: store.PurchaseRow, now: Date): Purchase => ({
  id: row.id,
  kind: row.kind,
  agent: { id: row.agent_id, slug: row.agent_slug, name: row.agent_name, icon: row.agent_icon },
  version: { number: row.number, newest: Math.max(row.number, row.newest) },
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
  status: statusOf(row, now),
})

/** Newest first. */
export async function listPurchases(
  db: Queryable,
  { on }: OwnMoney,
  page: { limit: number; offset: number },
): Promise<{ items: Purchase[]; total: number; limit: number; offset: number }> {
  const now = new Date()
  const { rows, total } = await store.findPurchases(db, on, page)
  return { items: rows.map((row) => presentPurchase(row, now)), total, ...page }
}

/** @throws not_found, also for a foreign one; illegal_transition when it is over */
export async function takeNewestVersion(db: Queryable, { on }: OwnMoney, id: string): Promise<Purchase> {
  const now = new Date()
  const pinned = await store.pinNewest(db, on, id, now)
  const row = await store.findPurchase(db, on, id)
  if (!row) throw new AppError('not_found')
  if (!pinned) throw new AppError('illegal_transition', { message: 'This purchase is over.' })
  return presentPurchase(row, now)
}
