/** What moved a seller's payable earnings. */
import { z } from 'zod'
import type { UserId } from '#contract/core/primitives.ts'
import { findStatement } from '#server/areas/billing/ledger/ledger.store.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findTitles } from './statement.store.ts'

/** Newest first. */
export async function getEarningsStatement(
  db: Queryable,
  { on }: Grant<'payout.own', UserId>,
  page: { limit: number; offset: number },
) {
  const { rows, total } = await findStatement(db, 'earnings', on, page)
  // Causes of tests and corrections may be no ids.
  const ids = rows.map(({ cause_id }) => cause_id).filter((id) => z.guid().safeParse(id).success)
  const titles = await findTitles(db, ids)
  const items = rows.map(({ at, kind, note, cause_type, cause_id, paise }) => ({
    at: at.toISOString(),
    kind,
    note: note || (titles.get(cause_id) ?? ''),
    cause: { type: cause_type, id: cause_id },
    paise,
  }))
  return { items, total, ...page }
}
