/** The SQL of private agents: each has the versions that a workflow's owner published, for the owner's services alone. */
import { sql } from 'kysely'
import type {
  AgentId,
  AgentVersionId,
  JsonObject,
  ServiceId,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PublishedRow {
  version: WorkflowVersionId | null
  document: unknown
  name: string
  description: string
}

/** A workflow of this owner with what is published of it. */
export async function findOwnWorkflow(db: Queryable, owner: UserId, id: WorkflowId): Promise<PublishedRow | null> {
  const { rows } = await sql<PublishedRow>`
    select v.id as version, v.document, w.name, w.description from workflows w
    left join workflow_publications p on p.workflow_id = w.id and p.ended_at is null
    left join workflow_versions v on v.id = p.version_id
    where w.id = ${id} and w.owner_id = ${owner} and w.archived_at is null`.execute(db)
  return rows[0] ?? null
}

/** The private agent of a workflow, locked until the transaction ends. */
export async function lockPrivateAgent(
  tx: Queryable,
  workflow: WorkflowId,
): Promise<{ id: AgentId; workflow_version: WorkflowVersionId | null; version: AgentVersionId | null } | null> {
  const { rows } = await sql<{
    id: AgentId
    workflow_version: WorkflowVersionId | null
    version: AgentVersionId | null
  }>`
    select a.id, v.workflow_version_id as workflow_version, v.id as version from agents a
    left join agent_versions v on v.id = a.current_version_id
    where a.follows_workflow_id = ${workflow} for no key update of a`.execute(tx)
  return rows[0] ?? null
}

export async function insertPrivateAgent(
  tx: Queryable,
  agent: { owner: UserId; workflow: WorkflowId; name: string; description: string },
): Promise<AgentId> {
  const { rows } = await sql<{ id: AgentId }>`
    insert into agents (slug, seller_id, name, tagline, description, category_slug, icon, status, trial_runs, follows_workflow_id)
    values (${`own-${agent.workflow}`}, ${agent.owner}, ${agent.name}, '', ${agent.description}, 'productivity', 'bot', 'private', 0,
      ${agent.workflow}) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A private agent was not found after its insert')
  return row.id
}

/** Makes a published version of the workflow the one that the agent has from now on. */
export async function insertPrivateVersion(
  tx: Queryable,
  agent: AgentId,
  version: { workflow_version: WorkflowVersionId; input_schema: JsonObject; output_schema: JsonObject },
): Promise<AgentVersionId> {
  const { rows } = await sql<{ id: AgentVersionId }>`
    insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, price_type, price_paise,
      trial_runs, content_hash, published_at)
    select ${agent}::uuid, (select coalesce(max(number), 0) + 1 from agent_versions where agent_id = ${agent}), w.id,
      ${JSON.stringify(version.input_schema)}::jsonb, ${JSON.stringify(version.output_schema)}::jsonb, 'json', 'free', 0, 0,
      w.content_hash, now()
    from workflow_versions w where w.id = ${version.workflow_version} returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A private version was not found after its insert')
  await sql`update agents a set current_version_id = ${row.id}, name = w.name, updated_at = now() from workflows w
    where a.id = ${agent} and w.id = a.follows_workflow_id`.execute(tx)
  return row.id
}

/** @returns the services that run another version from now on */
export async function moveServices(tx: Queryable, agent: AgentId, version: AgentVersionId): Promise<ServiceId[]> {
  const { rows } = await sql<{ id: ServiceId }>`
    update services set agent_version_id = ${version}, updated_at = now()
    where agent_id = ${agent} and agent_version_id <> ${version} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Nothing starts a service that is paused but its owner. */
export async function pauseServices(tx: Queryable, workflow: WorkflowId): Promise<void> {
  await sql`update services s set status = 'paused', updated_at = now() from agents a
    where a.id = s.agent_id and a.follows_workflow_id = ${workflow} and s.status = 'running'`.execute(tx)
}
