/** The SQL of credits that support gave. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { accountId } from '#server/areas/billing/ledger/ledger.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** What was given since then and not taken back, in paise. */
export async function sumGivenSince(db: Queryable, user: UserId, since: Date): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(e.paise), 0)::float8 as paise from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.account_id = ${accountId('credits', user)}
    where t.kind = 'goodwill' and t.cause_type = 'goodwill' and t.cause_id = ${user}::text and t.created_at >= ${since}
      and not exists (select from ledger_transactions r where r.reverses = t.id)`.execute(db)
  return rows[0]?.paise ?? 0
}
