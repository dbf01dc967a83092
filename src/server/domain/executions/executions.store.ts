/** The SQL of executions as people read them. The engine alone writes them. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionStatus, Priority, Trigger } from '#contract/execution-states.ts'
import type { ExecutionQuery } from '#contract/executions.ts'
import type { AgentId, ExecutionId, ServiceId, UserId, WorkflowId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

export interface SummaryRow {
  id: ExecutionId
  status: ExecutionStatus
  trigger: Trigger
  priority: Priority
  error: unknown
  cost_paise: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  workflow_id: WorkflowId
  workflow_name: string | null
  agent_id: AgentId | null
  agent_slug: string | null
  agent_name: string | null
  agent_icon: string | null
  service_id: ServiceId | null
  service_name: string | null
}

const columns = sql`e.id, e.status, e.trigger, e.priority, e.error, e.cost_paise, e.created_at, e.started_at, e.finished_at,
  e.workflow_id, w.name as workflow_name, e.agent_id, a.slug as agent_slug, a.name as agent_name, a.icon as agent_icon,
  e.service_id, s.name as service_name`
const joins = sql`left join workflows w on w.id = e.workflow_id left join agents a on a.id = e.agent_id
  left join services s on s.id = e.service_id`

/** Counting goes no further: a pager needs no exact figure there, and the database would read every row for it. */
export const COUNTED = 10_000

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** What a search text names: looked up first, so that runs are found by their indexes. */
interface Found {
  ids: string[]
  agents: string[]
  workflows: string[]
  services: string[]
}

const MOST_NAMES = 200

async function lookUp(db: Queryable, search: string, owner: UserId | null): Promise<Found> {
  const like = contains(search)
  const own = (column: string) => (owner === null ? sql`true` : sql`${sql.ref(column)} = ${owner}`)
  const { rows } = await sql<Omit<Found, 'ids'>>`select
    array(select id from agents where name ilike ${like} order by popularity desc limit ${MOST_NAMES}) as agents,
    array(select id from workflows where name ilike ${like} and ${own('owner_id')} limit ${MOST_NAMES}) as workflows,
    array(select id from services where name ilike ${like} and ${own('owner_id')} limit ${MOST_NAMES}) as services`.execute(
    db,
  )
  const ids = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(search) ? [search] : []
  return { ids, agents: [], workflows: [], services: [], ...rows[0] }
}

const matching = ({ ids, agents, workflows, services }: Found): RawBuilder<unknown> =>
  sql`(e.id = any(${sql.val(ids)}::uuid[]) or e.agent_id = any(${sql.val(agents)}::uuid[])
    or e.workflow_id = any(${sql.val(workflows)}::uuid[]) or e.service_id = any(${sql.val(services)}::uuid[]))`

const isNothing = (found: Found | null): boolean =>
  found !== null && Object.values(found).every((list: string[]) => list.length === 0)

type Filters = Partial<ExecutionQuery>
const foundBy = async (db: Queryable, { search }: Filters, owner: UserId | null): Promise<Found | null> =>
  search?.trim() ? lookUp(db, search.trim(), owner) : null

function conditions(query: Filters, owner: UserId | null, found: Found | null): RawBuilder<unknown> {
  // What a workflow started is shown inside the run that started it.
  const parts: RawBuilder<unknown>[] = [sql`e.parent_id is null`]
  if (owner !== null) parts.push(sql`e.owner_id = ${owner}`)
  if (query.status && query.status !== 'all') parts.push(sql`e.status = ${query.status}`)
  if (query.priority && query.priority !== 'all') parts.push(sql`e.priority = ${query.priority}`)
  if (query.agent_id) parts.push(sql`e.agent_id = ${query.agent_id}`)
  if (query.service_id) parts.push(sql`e.service_id = ${query.service_id}`)
  if (query.workflow_id) parts.push(sql`e.workflow_id = ${query.workflow_id}`)
  if (found) parts.push(matching(found))
  return sql.join(parts, sql` and `)
}

/**
 * Newest first; runs of the same moment in the order of their ids, so that no page repeats or leaves out one. The indexes are by
 * time alone: only runs of the same moment are sorted.
 * @param owner null is everybody
 */
export async function findExecutions(
  db: Queryable,
  query: Filters & { limit: number; offset: number },
  owner: UserId | null,
): Promise<SummaryRow[]> {
  const found = await foundBy(db, query, owner)
  if (isNothing(found)) return []
  const { rows } = await sql<SummaryRow>`
    select ${columns} from (
      select * from executions e where ${conditions(query, owner, found)}
      order by e.created_at desc, e.id desc limit ${query.limit} offset ${query.offset}
    ) e ${joins} order by e.created_at desc, e.id desc`.execute(db)
  return rows
}

/** At most `COUNTED`. */
export async function countExecutions(db: Queryable, query: Filters, owner: UserId | null): Promise<number> {
  const found = await foundBy(db, query, owner)
  if (isNothing(found)) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from executions e where ${conditions(query, owner, found)} limit ${COUNTED}
    ) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export interface DetailRow extends SummaryRow {
  owner_id: UserId | null
  visitor_key: string | null
  run_token_hash: string | null
  input: unknown
  output: unknown
  document: unknown
  view: string | null
  listing: unknown
}

export async function findExecution(db: Queryable, id: ExecutionId): Promise<DetailRow | null> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, e.owner_id, e.visitor_key, e.run_token_hash, e.input, e.output, v.document, av.view, av.listing
    from executions e ${joins}
    left join workflow_versions v on v.id = e.workflow_version_id
    left join agent_versions av on av.id = e.agent_version_id where e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Who owns an execution and how it stands: what the policy looks at. */
export type OwnerRow = Pick<DetailRow, 'id' | 'status' | 'owner_id' | 'visitor_key' | 'run_token_hash' | 'agent_id'>

export async function findOwner(db: Queryable, id: ExecutionId): Promise<OwnerRow | null> {
  const { rows } = await sql<OwnerRow>`
    select id, status, owner_id, visitor_key, run_token_hash, agent_id from executions where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function findInput(db: Queryable, id: ExecutionId): Promise<unknown> {
  const { rows } = await sql<{ input: unknown }>`select input from executions where id = ${id}`.execute(db)
  return rows[0]?.input
}

export interface NodeRow {
  node_id: string
  iteration: string
  seq: number
  status: 'succeeded' | 'failed' | 'skipped' | 'waiting'
  attempts: number
  port: string | null
  output: unknown
  /** Where an output is that was too large for the row. */
  stored: string | null
  error: unknown
  logs: unknown
  started_at: Date
  finished_at: Date | null
}

export async function findNodeRuns(db: Queryable, id: ExecutionId): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select node_id, iteration, seq, status, attempts, port, output, stored, error, logs, started_at, finished_at
    from node_runs where execution_id = ${id} order by seq`.execute(db)
  return rows
}

export interface WaitRow {
  id: string
  node_id: string
  iteration: string
  wait: unknown
  until: Date | null
}

export async function findOpenWaits(db: Queryable, id: ExecutionId): Promise<WaitRow[]> {
  const { rows } = await sql<WaitRow>`
    select id, node_id, iteration, wait, until from execution_waits
    where execution_id = ${id} and resolved_at is null`.execute(db)
  return rows
}

export interface AnyWaitRow extends WaitRow {
  resolved_at: Date | null
}

export async function findWait(db: Queryable, execution: ExecutionId, id: string): Promise<AnyWaitRow | null> {
  const { rows } = await sql<AnyWaitRow>`
    select id, node_id, iteration, wait, until, resolved_at from execution_waits
    where execution_id = ${execution} and id = ${id}`.execute(db)
  return rows[0] ?? null
}
