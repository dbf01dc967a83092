/** Disputes as admins and sellers see them. */

import type { Dispute } from '#contract/billing/refunds.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type ListedDispute, listDisputes } from './disputes.store.ts'

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

function present({ payment_id: _, buyer_id: __, seller_id: ___, ...row }: ListedDispute): Dispute {
  return {
    ...row,
    respond_by: iso(row.respond_by),
    created_at: row.created_at.toISOString(),
    decided_at: iso(row.decided_at),
  } as Dispute
}

/** Undecided ones first. A seller sees theirs, and no name of a buyer. */
export async function findDisputePage(db: Queryable, page: { limit: number; offset: number }, seller?: UserId) {
  const { rows, total } = await listDisputes(db, { ...page, ...(seller && { seller }) })
  const items = rows.map((row) => (seller ? { ...present(row), buyer_name: null } : present(row)))
  return { items, total, ...page }
}

/** @throws not_found */
export async function presentDispute(db: Queryable, id: string): Promise<Dispute> {
  const { rows } = await listDisputes(db, { id, limit: 1, offset: 0 })
  if (!rows[0]) throw new AppError('not_found')
  return present(rows[0])
}
