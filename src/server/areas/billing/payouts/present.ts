/** Payouts as sellers and admins see them. */
import type { Payout, RunPayout } from '#contract/selling/payouts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { endAbility, retryAbility } from './payouts.policy.ts'
import type * as store from './payouts.store.ts'
import { findTransfers } from './transfers.store.ts'

export const presentPayout = (row: store.PayoutRow): Payout => ({
  id: row.id,
  paise: row.paise,
  currency: 'INR',
  payee: row.payee_shown,
  status: row.status,
  reference: row.reference,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
})

export async function presentRunPayouts(db: Queryable, rows: readonly store.PayoutRow[]): Promise<RunPayout[]> {
  const transfers = await findTransfers(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const transfer = transfers.get(row.id)
    return {
      ...presentPayout(row),
      seller: { id: row.seller_id, legal_name: row.legal_name },
      way: row.via,
      transfer: transfer
        ? { state: transfer.state, reason: transfer.reason, gateway_payout_id: transfer.gateway_payout_id }
        : null,
      abilities: { end: endAbility(row), retry: retryAbility(row) },
    }
  })
}

export async function presentRunPayout(db: Queryable, row: store.PayoutRow): Promise<RunPayout> {
  const [shown] = await presentRunPayouts(db, [row])
  if (!shown) throw new Error('Presenting one payout returned none')
  return shown
}
