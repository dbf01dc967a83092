/** SQL of deleting workflows permanently. The caller owns the workflow. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { runsAny } from '#server/areas/workflows/workflows/called.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface CountsRow {
  archived: boolean
  steps: number
  versions: number
  runs: number
  comments: number
  members: number
  triggers: number
}

/** What hangs on a workflow; null when there is none of this owner, or it is deleted already. @param lock until the transaction ends */
export async function countLoss(
  db: Queryable,
  owner: UserId,
  id: WorkflowId,
  { lock }: { lock: boolean },
): Promise<CountsRow | null> {
  const { rows } = await sql<CountsRow>`
    select w.archived_at is not null as archived, jsonb_array_length(w.document -> 'nodes') as steps,
      (select count(*)::int from workflow_versions v where v.workflow_id = w.id and not v.trial) as versions,
      (select count(*)::int from executions e where e.workflow_id = w.id) as runs,
      (select count(*)::int from workflow_comments c where c.workflow_id = w.id and c.deleted_at is null) as comments,
      (select count(*)::int from workflow_members m where m.workflow_id = w.id) as members,
      (select count(*)::int from workflow_triggers t where t.workflow_id = w.id and (t.enabled or t.draft_enabled)) as triggers
    from workflows w where w.id = ${id} and w.owner_id = ${owner} and w.deleted_at is null
    ${lock ? sql`for update of w` : sql``}`.execute(db)
  return rows[0] ?? null
}

export interface CallerRow {
  id: WorkflowId
  name: string
  archived: boolean
  in_draft: boolean
  is_live: boolean
}

/** The owner's workflows that run one of these. */
export async function findCallers(db: Queryable, owner: UserId, ids: readonly WorkflowId[]): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`
    select * from (
      select o.id, o.name, o.archived_at is not null as archived, ${runsAny(sql`o`, ids)} as in_draft, ${runsAny(sql`v`, ids)} as is_live
      from workflows o left join workflow_versions v on v.id = production_version(o.id)
      where o.owner_id = ${owner} and o.deleted_at is null and (o.ids && ${ids}::uuid[] or v.ids && ${ids}::uuid[])) c
    where in_draft or is_live order by name, id`.execute(db)
  return rows
}

export interface RunningAgentRow {
  slug: string
  name: string
  status: string
  /** Of the versions that run it. */
  services: number
}

/** Versions of the seller's agents that are listed, under review or deployed, and are made of these workflows or run one of them. */
export async function findRunningAgents(
  db: Queryable,
  owner: UserId,
  ids: readonly WorkflowId[],
): Promise<RunningAgentRow[]> {
  const { rows } = await sql<RunningAgentRow>`
    select a.slug, a.name, a.status, s.services
    from agents a join agent_versions v on v.agent_id = a.id join workflow_versions x on x.id = v.workflow_version_id
    cross join lateral (select count(*)::int as services from services s where s.agent_version_id = v.id) s
    where a.seller_id = ${owner}
      and (s.services > 0 or (v.id = a.current_version_id and a.status in ('published', 'deprecated', 'suspended'))
        or exists (select from agent_submissions b where b.version_id = v.id and b.status = 'in_review'))
      and (x.workflow_id = any(${ids}::uuid[]) or ${runsAny(sql`x`, ids)})
    order by a.name, a.slug`.execute(db)
  return rows
}

/** Empties a locked workflow: all that is left is what runs and agents name. Ends what is open of it on other pages. */
export async function emptyWorkflow(db: Queryable, id: WorkflowId, document: string): Promise<void> {
  for (const table of [
    'workflow_publications',
    'workflow_checkpoints',
    'workflow_triggers',
    'workflow_operations',
    'workflow_comments',
    'workflow_members',
    'workflow_invitations',
    'workflow_pins',
  ] as const)
    await sql`delete from ${sql.table(table)} where workflow_id = ${id}`.execute(db)
  await sql`update workflows set deleted_at = now(), document = ${document}::jsonb, description = '', folder = '', template = null,
    samples = '[]', docs = '', slots = '[]', revision = revision + 1 where id = ${id}`.execute(db)
}

/** Removes of deleted workflows what nothing names any more. @param id of one; all of them when absent */
export async function removeUnnamed(db: Queryable, id: WorkflowId | null = null): Promise<void> {
  const deleted = sql`w.deleted_at is not null and (${id}::uuid is null or w.id = ${id})`
  await sql`delete from workflow_versions v using workflows w where w.id = v.workflow_id and ${deleted}
    and not exists (select from executions e where e.workflow_id = w.id and e.workflow_version_id = v.id)
    and not exists (select from agent_versions a where a.workflow_version_id = v.id)`.execute(db)
  await sql`delete from workflows w where ${deleted}
    and not exists (select from workflow_versions v where v.workflow_id = w.id)
    and not exists (select from agent_drafts d where d.workflow_id = w.id)`.execute(db)
}
