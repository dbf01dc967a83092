/** The SQL of what the instructions of an agent were. The caller was checked to have access to the workflow. */
import { sql } from 'kysely'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PromptRow {
  version: number
  created_at: Date
  is_live: boolean
  prompt: string
}

/** Older versions are not looked at: a chat makes one of each state that answered. */
const MOST_VERSIONS = 500

const changes = (workflow: WorkflowId) => sql`(
  select t.number as version, t.created_at, t.prompt, lag(t.prompt) over (order by t.created_at, t.id) as before,
    t.prompt is not distinct from (select l.prompt from told l where l.id = production_version(${workflow})) as is_live
  from told t)`

const told = (workflow: WorkflowId) => sql`told as materialized (
  select v.id, v.number, v.created_at, (
    select n.node -> 'config' ->> 'system' from jsonb_array_elements(v.document -> 'nodes') with ordinality n(node, place)
    where n.node ->> 'type' = 'ai_agent' order by n.place limit 1) as prompt
  from workflow_versions v where v.workflow_id = ${workflow} order by v.created_at desc, v.id desc limit ${MOST_VERSIONS})`

/** Each time they changed, newest first. */
export async function findPrompts(
  db: Queryable,
  workflow: WorkflowId,
  { limit, offset }: { limit: number; offset: number },
): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    with ${told(workflow)}
    select c.version, c.created_at, c.is_live, c.prompt from ${changes(workflow)} c
    where c.prompt is not null and c.prompt is distinct from c.before
    order by c.created_at desc, c.version desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countPrompts(db: Queryable, workflow: WorkflowId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ${told(workflow)}
    select count(*)::int as count from ${changes(workflow)} c
    where c.prompt is not null and c.prompt is distinct from c.before`.execute(db)
  return rows[0]?.count ?? 0
}
