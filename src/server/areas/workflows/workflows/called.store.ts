/** The SQL of workflows that others call. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
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

/**
 * Whether a step or tool in the document of a row (of `workflows` or `workflow_versions`) runs one of these workflows; false when there
 * is no row. Documents without any of the ids are not read.
 * @param row the alias of the table in the statement
 */
export const runsAny = (row: RawBuilder<unknown>, workflows: readonly WorkflowId[]): RawBuilder<boolean> => {
  const ids = sql`${workflows}::uuid[]`
  return sql`coalesce(${row}.ids && ${ids} and setting_ids(${row}.document, 'workflow_id') && ${ids}, false)`
}
