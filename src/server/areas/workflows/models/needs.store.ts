/** The SQL of what a workflow needs. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { type StepViewer, stepsOpenTo, worksOnWorkflow } from '#server/areas/workflows/steps/visible-steps.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

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

/** Whether the steps of a version are open to this viewer, as those of a run of it are. */
export async function isVersionOpenTo(db: Queryable, version: string, viewer: StepViewer): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select coalesce(bool_or(${stepsOpenTo(viewer)}), false) as open
    from (select v.workflow_id, l.id as agent_version_id from workflow_versions v
      left join agent_versions l on l.workflow_version_id = v.id where v.id = ${version}) e`.execute(db)
  return rows[0]?.open === true
}

/** Whether this person owns or shares the workflow of a version. */
export async function isVersionSharedWith(db: Queryable, version: string, person: UserId): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    select ${worksOnWorkflow(sql`${person}::uuid`)} as shared from workflow_versions e where e.id = ${version}`.execute(
    db,
  )
  return rows[0]?.shared === true
}
