/** The verbs of purchases. They are made and taken back by orders: see `agent-order.ts`. */

import { REFUND_DAYS } from '#contract/billing/payment-values.ts'
import type { AgentSpending, BoughtAgent, Purchase } from '#contract/billing/purchases.ts'
import { AppError } from '#contract/core/errors.ts'
import { askAbility } from '#server/areas/billing/orders/orders.policy.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
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
  { agent_id, ...page }: store.PageOfAgent,
): Promise<{ items: BoughtAgent[]; total: number; limit: number; offset: number }> {
  const now = new Date()
  const { rows, total } = await store.findPurchases(db, on, { agent_id, ...page })
  return { items: rows.map((row) => presentBought(row, now)), total, ...page }
}

const presentBought = (row: store.BoughtRow, now: Date): BoughtAgent => ({
  ...presentPurchase(row, now),
  order_id: row.order_id,
  bought_at: row.paid_at.toISOString(),
  paid_paise: row.amount_paise,
  refunded_paise: row.refunded_paise,
  invoice: row.invoice,
  refund_until: new Date(row.paid_at.getTime() + REFUND_DAYS.agent * DAY_MS).toISOString(),
  abilities: { ask_refund: askAbility(row, { open: row.is_asked, now }) },
})

/** The last used first. */
export async function listAgentSpending(
  db: Queryable,
  { on }: OwnMoney,
  { agent_id, ...page }: store.PageOfAgent,
): Promise<{ items: AgentSpending[]; total: number; limit: number; offset: number }> {
  const { rows, total } = await store.findSpending(db, on, { agent_id, ...page }, new Date())
  const items = rows.map(
    ({
      agent_id,
      agent_slug,
      agent_name,
      agent_icon,
      last_at,
      total: _,
      ...sums
    }: store.SpendingRow & { total?: number }) => ({
      ...sums,
      agent: { id: agent_id, slug: agent_slug, name: agent_name, icon: agent_icon },
      last_at: last_at.toISOString(),
    }),
  )
  return { items, total, ...page }
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
