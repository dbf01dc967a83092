/** The SQL of what the vault keeps under which key. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

export async function countByKey(db: Queryable): Promise<{ key_id: string; kept: number }[]> {
  const { rows } = await sql<{ key_id: string; kept: number }>`
    select key_id, count(*)::int as kept from (
      select key_id from credentials union all select key_id from models where key_id is not null) all_kept
    group by key_id`.execute(db)
  return rows
}
