/** The SQL of workflows that others call. */
import { sql } from 'kysely'
import type { UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import { readableBy } from './members.store.ts'

/** Those of the given workflows that are the owner's and that the author may read. */
export async function callableBy(
  db: Queryable,
  { owner, author }: { owner: UserId; author: UserId },
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from workflows w where id = any(${ids}::uuid[]) and owner_id = ${owner} and ${readableBy(author)}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
