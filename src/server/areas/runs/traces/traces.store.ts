/** The SQL of traces as people read them. The journal alone writes them. */
import { sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import { PLAN_TOOL } from '#contract/runs/plan.ts'
import { costOfCharge } from '#server/areas/billing/billing.ts'
import { logsOpenTo, type StepViewer } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface EntryRow {
  id: number
  kind: 'model' | 'tool'
  node_id: string
  iteration: string
  attempt: number
  name: string
  at: Date
  ms: number
  input_tokens: number
  output_tokens: number
  cost_micros: number
  error: string | null
  summary: string
  prompt: string | null
  kept: boolean
}

const columns = sql`t.id::float8 as id, t.kind, t.node_id, t.iteration, t.attempt, t.name, t.at, t.ms, t.input_tokens, t.output_tokens,
  t.cost_micros::float8 as cost_micros, t.error, t.summary, t.prompt, t.content is not null as kept`

/** Whether the reader may see what the steps of a run were sent and answered, such as prompts. */
export async function isTraceOpen(db: Queryable, id: ExecutionId, viewer: StepViewer): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select ${logsOpenTo(viewer)} as open from executions e where e.id = ${id}`.execute(db)
  return rows[0]?.open ?? false
}

/** In their order. */
export async function findEntries(
  db: Queryable,
  id: ExecutionId,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from trace_entries t where t.execution_id = ${id} order by t.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

/** What an agent planned last in a run, as it was written; null for nothing. */
export async function findPlan(db: Queryable, id: ExecutionId): Promise<unknown> {
  const { rows } = await sql<{ items: unknown }>`
    select t.content -> 'arguments' -> 'items' as items from trace_entries t
    where t.execution_id = ${id} and t.kind = 'tool' and t.name = ${PLAN_TOOL} and t.error is null
    order by t.id desc limit 1`.execute(db)
  return rows[0]?.items ?? null
}

/** At most as many as a run keeps. */
export async function countEntries(db: Queryable, id: ExecutionId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from trace_entries t where t.execution_id = ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface InsideRow {
  execution_id: ExecutionId
  node_id: string
  iteration: string
  name: string
  status: ExecutionStatus
  at: Date
  finished_at: Date | null
  paise: number
}

/**
 * The runs that the steps of a run started, oldest first. What they cost is found from the charges of the outermost run upwards: paid
 * calls are few, the runs inside may be many.
 */
export async function findRunsInside(db: Queryable, id: ExecutionId, limit: number): Promise<InsideRow[]> {
  const { rows } = await sql<InsideRow>`
    with recursive around as (
      select e.id, e.parent_id from executions e where e.id = ${id}
      union all select e.id, e.parent_id from around r join executions e on e.id = r.parent_id
    ), paid as (
      select execution_id, ${costOfCharge} as paise from charges
      where root_execution_id = (select r.id from around r where r.parent_id is null) and status <> 'released'
    ), spent as (
      select e.id, e.parent_id, p.paise from paid p join executions e on e.id = p.execution_id
      union all select e.id, e.parent_id, s.paise from spent s join executions e on e.id = s.parent_id where s.parent_id <> ${id}
    )
    select e.id as execution_id, e.parent_node as node_id, e.parent_iteration as iteration, coalesce(a.name, w.name, '') as name, e.status,
      e.created_at as at, e.finished_at, coalesce(c.paise, 0)::float8 as paise
    from executions e left join workflows w on w.id = e.workflow_id left join agents a on a.id = e.agent_id
    left join (select s.id, sum(s.paise) as paise from spent s where s.parent_id = ${id} group by s.id) c on c.id = e.id
    where e.parent_id = ${id} order by e.created_at, e.id limit ${limit}`.execute(db)
  return rows
}

export interface ContentRow extends EntryRow {
  base: number
  content: unknown
}

export async function findEntry(db: Queryable, id: ExecutionId, entry: number): Promise<ContentRow | null> {
  const { rows } = await sql<ContentRow>`
    select ${columns}, t.base, t.content from trace_entries t
    where t.execution_id = ${id} and t.id = ${entry}::bigint`.execute(db)
  return rows[0] ?? null
}

/** The calls of the same conversation before it, from the one that was sent all its messages on; oldest first. */
export async function findBefore(
  db: Queryable,
  id: ExecutionId,
  { id: entry, node_id, iteration }: Pick<EntryRow, 'id' | 'node_id' | 'iteration'>,
): Promise<Pick<ContentRow, 'base' | 'content'>[]> {
  const { rows } = await sql<Pick<ContentRow, 'base' | 'content'>>`
    select t.base, t.content from trace_entries t
    where t.execution_id = ${id} and t.node_id = ${node_id} and t.iteration = ${iteration} and t.kind = 'model'
      and t.id < ${entry}::bigint and t.id >= (
        select coalesce(max(f.id), 0) from trace_entries f
        where f.execution_id = ${id} and f.node_id = ${node_id} and f.iteration = ${iteration} and f.kind = 'model' and f.base = 0
          and f.id < ${entry}::bigint)
    order by t.id`.execute(db)
  return rows
}
