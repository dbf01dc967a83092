/** The SQL of what a run runs. */
import { sql } from 'kysely'
import type {
  AgentId,
  AgentVersionId,
  ServiceId,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '#contract/core/primitives.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface VersionRow {
  agent_id: AgentId
  agent_version_id: AgentVersionId
  workflow_version_id: WorkflowVersionId
  input_schema: unknown
  samples: unknown
}

const columns = sql`v.agent_id, v.id as agent_version_id, v.workflow_version_id, v.input_schema, v.samples`

export async function findAgentVersion(db: Queryable, id: AgentVersionId): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`select ${columns} from agent_versions v where v.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface ServiceTargetRow extends VersionRow {
  service_id: ServiceId
  status: 'running' | 'paused' | 'stopped' | 'error'
  agent_status: string
}

export async function findServiceTarget(db: Queryable, owner: UserId, id: ServiceId): Promise<ServiceTargetRow | null> {
  const { rows } = await sql<ServiceTargetRow>`
    select ${columns}, s.id as service_id, s.status, ${publicStatus} as agent_status
    from services s join agent_versions v on v.id = s.agent_version_id join agents a on a.id = s.agent_id
    where s.id = ${id} and s.owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

export async function findWorkflowOfVersion(db: Queryable, version: string): Promise<WorkflowId | null> {
  const { rows } = await sql<{ workflow_id: WorkflowId }>`
    select workflow_id from workflow_versions where id = ${version}`.execute(db)
  return rows[0]?.workflow_id ?? null
}
