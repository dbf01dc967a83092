/** The SQL of what a workflow needs. */
import { sql } from 'kysely'
import type { AgentVersionId, UserId } from '#contract/core/primitives.ts'
import {
  editsWorkflow,
  isOpenAgent,
  type StepViewer,
  stepsOpenTo,
} from '#server/areas/workflows/steps/visible-steps.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Whose workflow it is; null when it is nobody's any more, or not there. */
export async function findWorkflowOwner(db: Queryable, workflow: string): Promise<UserId | null> {
  const { rows } = await sql<{ owner_id: UserId | null }>`
    select owner_id from workflows where id = ${workflow}`.execute(db)
  return rows[0]?.owner_id ?? null
}

/** What a version runs, and whose workflow it is of. */
export async function findVersionDocument(
  db: Queryable,
  version: string,
): Promise<{ document: unknown; author: UserId | null } | null> {
  const { rows } = await sql<{ document: unknown; author: UserId | null }>`
    select v.document, w.owner_id as author from workflow_versions v join workflows w on w.id = v.workflow_id
    where v.id = ${version}`.execute(db)
  return rows[0] ?? null
}

/** Whether the steps of a version are open to this viewer, as those of a run of it, by this agent version or by none, are. */
export async function isVersionOpenTo(
  db: Queryable,
  { version, agent_version }: { version: string; agent_version: string | null },
  viewer: Exclude<StepViewer, 'owner'>,
): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select ${stepsOpenTo(viewer)} as open
    from (select workflow_id, ${agent_version}::uuid as agent_version_id, null::uuid as parent_id from workflow_versions where id = ${version}) e`.execute(
    db,
  )
  return rows[0]?.open === true
}

/** Whether this person owns the workflow of a version, or edits it with a role that builds. */
export async function isEditorOf(db: Queryable, version: string, person: UserId): Promise<boolean> {
  const { rows } = await sql<{ edits: boolean }>`
    select ${editsWorkflow(sql`${person}::uuid`)} as edits from workflow_versions e where e.id = ${version}`.execute(db)
  return rows[0]?.edits === true
}

/** The workflow version that an agent version runs, and whether its steps are open. */
export async function findSoldVersion(
  db: Queryable,
  agent_version: AgentVersionId,
): Promise<{ version: string; open: boolean } | null> {
  const { rows } = await sql<{ version: string; open: boolean }>`
    select e.workflow_version_id as version, ${isOpenAgent} as open
    from (select id as agent_version_id, workflow_version_id from agent_versions where id = ${agent_version}) e`.execute(
    db,
  )
  return rows[0] ?? null
}
