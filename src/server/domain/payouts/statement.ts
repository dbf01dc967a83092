/** What moved a seller's payable earnings. */
import type { UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Grant } from '#server/domain/grant.ts'
import { findStatement } from '#server/domain/ledger/ledger.store.ts'

/** Newest first. */
export async function getEarningsStatement(
  db: Queryable,
  { on }: Grant<'payout.own', UserId>,
  page: { limit: number; offset: number },
) {
  const { rows, total } = await findStatement(db, 'earnings', on, page)
  const items = rows.map(({ at, kind, note, cause_type, cause_id, paise }) => ({
    at: at.toISOString(),
    kind,
    note,
    cause: { type: cause_type, id: cause_id },
    paise,
  }))
  return { items, total, ...page }
}
