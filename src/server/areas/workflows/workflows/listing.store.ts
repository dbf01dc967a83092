/** How the list of one's workflows is narrowed and ordered, and what there is to narrow it by. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import type { WorkflowStage } from '#contract/workflows/workflow-list-values.ts'
import type { ListWorkflows } from '#contract/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'
import { stage } from './workflow-stage.store.ts'

/** Those of the owner that are not archived. */
const ofOwner = (owner: UserId) => sql`w.owner_id = ${owner} and w.archived_at is null`

const lastRun = (column: 'status' | 'created_at', owner: UserId) => sql`(select e.${sql.ref(column)} from executions e
  where e.workflow_id = w.id and e.owner_id = ${owner} order by e.created_at desc limit 1)`

const isLive = sql`exists (select from workflow_publications p where p.workflow_id = w.id and p.ended_at is null)`

/** The trigger that its draft has. */
const starts = sql`(select t.type from workflow_triggers t where t.workflow_id = w.id and t.draft_enabled limit 1)`

/** The trigger of what runs, and whether it starts it now; null while only people and programs start it. */
export const liveTrigger = sql`(select jsonb_build_object('type', t.type, 'on', t.paused_at is null)
  from workflow_triggers t where t.workflow_id = w.id and t.enabled limit 1)`

const STATES: Record<Exclude<ListWorkflows['state'], 'all'>, (owner: UserId) => RawBuilder<unknown>> = {
  published: () => isLive,
  draft: () => sql`not ${isLive}`,
  failing: (owner) => sql`${lastRun('status', owner)} = 'failed'`,
}

const ORDERS: Record<ListWorkflows['sort'], (owner: UserId) => RawBuilder<unknown>> = {
  changed: () => sql`w.updated_at desc, w.id`,
  name: () => sql`lower(w.name), w.id`,
  run: (owner) => sql`${lastRun('created_at', owner)} desc nulls last, w.updated_at desc, w.id`,
}

export type Narrowed = Pick<ListWorkflows, 'state' | 'sort'> & {
  search?: string | undefined
  starts?: ListWorkflows['starts']
  stage?: ListWorkflows['stage']
}

const searched = (owner: UserId, search: string | undefined) => {
  const text = search?.trim()
  return text ? sql`${ofOwner(owner)} and w.name ilike ${containing(text)}` : ofOwner(owner)
}

export function listedWhere(owner: UserId, query: Narrowed): RawBuilder<unknown> {
  const parts = [searched(owner, query.search)]
  if (query.state !== 'all') parts.push(STATES[query.state](owner))
  if (query.stage !== undefined) parts.push(sql`${stage} = ${query.stage}`)
  if (query.starts === 'manual') parts.push(sql`${starts} is null`)
  else if (query.starts !== undefined) parts.push(sql`${starts} = ${query.starts}`)
  return sql.join(parts, sql` and `)
}

export const listedOrder = (owner: UserId, { sort }: Narrowed): RawBuilder<unknown> => ORDERS[sort](owner)

export interface Alike {
  live: boolean
  failing: boolean
  stage: WorkflowStage
  starts: TriggerType | null
  count: number
}

/** Those that are found by the search, counted by what they have in common. */
export async function countAlike(db: Queryable, owner: UserId, search: string | undefined): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    select live, failing, stage, starts, count(*)::int as count from (
      select ${isLive} as live, coalesce(${STATES.failing(owner)}, false) as failing, ${stage} as stage,
        ${starts} as starts
      from workflows w where ${searched(owner, search)}) f
    group by live, failing, stage, starts`.execute(db)
  return rows
}
