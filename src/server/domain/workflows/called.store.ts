/** The SQL of workflows that others call. */
import { sql } from 'kysely'
import type { UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

/** Those of the given workflows that are the owner's. */
export async function ownedWorkflows(db: Queryable, owner: UserId, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from workflows where id = any(${ids}::uuid[]) and owner_id = ${owner} and archived_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
