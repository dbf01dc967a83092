/** The SQL of what is held for results that wait to be accepted. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface WaitingSum {
  runs: number
  paise: number
  /** When the first of them is accepted at the latest; null without one. */
  next_at: Date | null
}

export async function sumWaiting(db: Queryable, buyer: UserId): Promise<WaitingSum> {
  const { rows } = await sql<WaitingSum>`
    select count(*)::int as runs, coalesce(sum(price_paise), 0)::float8 as paise, min(accept_until) as next_at
    from charges where buyer_id = ${buyer} and status = 'awaiting'`.execute(db)
  return rows[0] ?? { runs: 0, paise: 0, next_at: null }
}
