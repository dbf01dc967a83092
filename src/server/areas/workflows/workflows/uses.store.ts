/** SQL of a workflow's dependents. The caller was checked to have access to it. */
import { sql } from 'kysely'
import type { AgentId, ServiceId, WorkflowId } from '#contract/core/primitives.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { runsAny } from './called.store.ts'

export interface AgentUseRow {
  id: AgentId
  slug: string
  name: string
  status: string
  version: number
  workflow_version: number
  services: number
}

/** Agents that are not archived, each with the newest of its versions made of this workflow. */
export async function findAgentUses(db: Queryable, workflow: WorkflowId): Promise<AgentUseRow[]> {
  const { rows } = await sql<AgentUseRow>`
    select distinct on (a.name, a.id) a.id, a.slug, a.name, a.status, v.number as version, w.number as workflow_version,
      (select count(*)::int from services s join agent_versions sv on sv.id = s.agent_version_id
        join workflow_versions sw on sw.id = sv.workflow_version_id
        where s.agent_id = a.id and sw.workflow_id = ${workflow}) as services
    from workflow_versions w join agent_versions v on v.workflow_version_id = w.id join agents a on a.id = v.agent_id
    where w.workflow_id = ${workflow} and a.status not in ('archived', 'private')
    order by a.name, a.id, v.number desc limit 200`.execute(db)
  return rows
}

export interface FollowerRow {
  id: ServiceId
  name: string
  status: string
}

/** Services that run what is published of it. */
export async function findFollowers(db: Queryable, workflow: WorkflowId): Promise<FollowerRow[]> {
  const { rows } = await sql<FollowerRow>`
    select s.id, s.name, s.status from agents a join services s on s.agent_id = a.id
    where a.follows_workflow_id = ${workflow} order by s.name, s.id limit 200`.execute(db)
  return rows
}

export interface CallerRow {
  id: WorkflowId
  name: string
  in_draft: boolean
  is_live: boolean
}

/** Workflows of the same owner that run it. */
export async function findCallers(db: Queryable, workflow: WorkflowId): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`
    select * from (
      select o.id, o.name, ${runsAny(sql`o`, [workflow])} as in_draft, ${runsAny(sql`v`, [workflow])} as is_live from workflows w
      join workflows o on o.owner_id = w.owner_id and o.archived_at is null and o.id <> w.id
      left join workflow_versions v on v.id = production_version(o.id)
      where w.id = ${workflow} and (o.ids @> array[w.id] or v.ids @> array[w.id])) c
    where in_draft or is_live order by name, id limit 200`.execute(db)
  return rows
}

export interface TriggerUseRow {
  type: TriggerType
  enabled: boolean
  draft_enabled: boolean
  paused_at: Date | null
  token: string | null
  next_run_at: Date | null
}

export async function findTriggerUses(db: Queryable, workflow: WorkflowId): Promise<TriggerUseRow[]> {
  const { rows } = await sql<TriggerUseRow>`
    select type, enabled, draft_enabled, paused_at, token, next_run_at from workflow_triggers
    where workflow_id = ${workflow} and (enabled or draft_enabled) order by enabled desc, type`.execute(db)
  return rows
}
