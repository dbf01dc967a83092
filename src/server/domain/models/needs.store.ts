/** The SQL of what a workflow needs. */
import { sql } from 'kysely'
import type { UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

/** Whose workflow it is; null when it is nobody's any more, or not there. */
export async function ownerOf(db: Queryable, workflow: string): Promise<UserId | null> {
  const { rows } = await sql<{ owner_id: UserId | null }>`
    select owner_id from workflows where id = ${workflow}`.execute(db)
  return rows[0]?.owner_id ?? null
}

/** What a version runs, and whose workflow it is of. */
export async function versionDocument(
  db: Queryable,
  version: string,
): Promise<{ document: unknown; author: UserId | null } | null> {
  const { rows } = await sql<{ document: unknown; author: UserId | null }>`
    select v.document, w.owner_id as author from workflow_versions v join workflows w on w.id = v.workflow_id
    where v.id = ${version}`.execute(db)
  return rows[0] ?? null
}
