/** Refunds as buyers, sellers and admins see them. */
import { Refund } from '#contract/billing/refunds.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { decideAbility, retryAbility, withdrawAbility } from './refunds.policy.ts'
import * as store from './refunds.store.ts'

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

type Shown = store.RefundRow & { buyer_name?: string | null }

function shown(row: Shown, left: number, by: UserCaller): Refund {
  return Refund.parse({
    ...row,
    left_paise: left,
    buyer_name: row.buyer_id === by.id ? null : (row.buyer_name ?? null),
    created_at: iso(row.created_at),
    answer_by: iso(row.answer_by),
    decided_at: iso(row.decided_at),
    processed_at: iso(row.processed_at),
    abilities: {
      withdraw: withdrawAbility(by, row),
      decide: decideAbility(by, row),
      retry: retryAbility(by, row),
    },
  })
}

export const presentRefund = async (db: Queryable, row: Shown, by: UserCaller): Promise<Refund> =>
  shown(row, (await store.findLeft(db, [row])).get(row.id) ?? 0, by)

export async function listRefunds(db: Queryable, whose: store.Whose, query: store.RefundQuery, by: UserCaller) {
  const { rows, total } = await store.listRefunds(db, whose, query)
  const left = await store.findLeft(db, rows)
  const items = rows.map((row) => shown(row, left.get(row.id) ?? 0, by))
  return { items, total, limit: query.limit, offset: query.offset }
}
