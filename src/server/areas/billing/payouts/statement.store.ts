/** What lines of a statement are about, in words. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/** By the id of the cause: the agent of a sale, what a refund is of, where a payout went. */
export async function findTitles(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select s.id, a.name as title from sales s join agents a on a.id = s.agent_id where s.id = any(${ids}::uuid[])
    union all select id, title from refunds where id = any(${ids}::uuid[])
    union all select id, payee_shown from payouts where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
