/** The SQL of executions as people read them. The engine alone writes them. */
import { type RawBuilder, sql } from 'kysely'
import type {
  AgentId,
  AgentVersionId,
  ExecutionId,
  ServiceId,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '#contract/core/primitives.ts'
import type { ExecutionStatus, Priority, Trigger } from '#contract/runs/execution-states.ts'
import type { ExecutionQuery } from '#contract/runs/executions.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import { isNoted } from '#server/areas/runs/record-keeping/entries.store.ts'
import { logsOpenTo, type StepViewer, stepsOpenTo } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { lookUpRuns, matchingRuns } from './search.store.ts'
import { sharedWith } from './shared-with.store.ts'
import { workflowNameFor } from './visible-steps.store.ts'

export interface SummaryRow {
  id: ExecutionId
  title: string | null
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
  /** Null also of a private agent, which has no page. */
  agent_slug: string | null
  agent_name: string | null
  agent_icon: string | null
  service_id: ServiceId | null
  service_name: string | null
  /** The member of a workspace who started it; null where that is the owner. */
  started_by_id: UserId | null
  started_by_name: string | null
  /** Whether the reader may look inside its steps. */
  steps_open: boolean
}

const columns = (
  viewer: StepViewer,
) => sql`e.id, e.title, e.status, e.trigger, e.priority, e.error, e.cost_paise, e.created_at, e.started_at, e.finished_at,
  e.workflow_id, ${workflowNameFor(viewer)} as workflow_name, e.agent_id, case when a.status <> 'private' then a.slug end as agent_slug, a.name as agent_name, a.icon as agent_icon,
  e.service_id, (select s.name from services s where s.id = e.service_id) as service_name, e.started_by as started_by_id,
  (select ${nameIn('p', sql`e.owner_id`)} from users p where p.id = e.started_by) as started_by_name, ${stepsOpenTo(viewer)} as steps_open`
// No join for a single name: the database plans the statement for each request, which takes twice as long with two joins more.
const joins = sql`left join workflows w on w.id = e.workflow_id left join agents a on a.id = e.agent_id`

/**
 * Counting stops here: a pager needs no exact number there, and the database would read every row for it. Of all users'
 * filtered runs fewer are counted, because each counted run has to be found.
 */
export const COUNTED = { plain: 10_000, filtered: 1_000 } as const

type Filters = Partial<ExecutionQuery> & {
  /** Read by who runs the installation, and not by its owner: without private benches, and no title is searched. */
  overseen?: true
  /** Not older. */
  since?: Date | undefined
}

function conditions(query: Filters, owner: UserId | null): RawBuilder<unknown> {
  // What a workflow started is shown inside the run that started it.
  const parts: RawBuilder<unknown>[] = [sql`e.parent_id is null`]
  // What people try in private benches is theirs alone, what went wrong in it as well.
  if (owner === null || query.overseen) parts.push(sql`e.trigger <> 'bench'`)
  if (owner !== null) parts.push(sql`e.owner_id = ${owner}`)
  if (query.since) parts.push(sql`e.created_at >= ${query.since}`)
  // Written out, not as a parameter: the partial indexes are found by it.
  if (query.status && query.status !== 'all') parts.push(sql`e.status = ${sql.lit(query.status)}`)
  if (query.priority && query.priority !== 'all') parts.push(sql`e.priority = ${sql.lit(query.priority)}`)
  if (query.agent_id) parts.push(sql`e.agent_id = ${query.agent_id}`)
  if (query.service_id) parts.push(sql`e.service_id = ${query.service_id}`)
  if (query.workflow_id) parts.push(sql`e.workflow_id = ${query.workflow_id}`)
  if (query.direct) parts.push(sql`e.agent_id is null and e.service_id is null`)
  if (query.session !== undefined) parts.push(ofSession(query.session, owner !== null && !query.overseen))
  return sql.join(parts, sql` and `)
}

/** What others wrote into their input is not searched. The index `executions_sessions` is found by these very words. */
const ofSession = (session: string, isOwn: boolean): RawBuilder<unknown> =>
  isOwn
    ? sql`e.trigger = 'api' and e.input ->> 'session' is not null and left(e.input ->> 'session', 200) = ${session}`
    : sql`false`

const isPlain = ({ status, priority, agent_id, service_id, workflow_id, session, direct }: Filters): boolean =>
  (status ?? 'all') === 'all' &&
  (priority ?? 'all') === 'all' &&
  !agent_id &&
  !service_id &&
  !workflow_id &&
  session === undefined &&
  !direct

/** Ids and times of the runs a query asks for, of the newest `most` at least, in no order. Null when nothing can be found. */
async function matching(
  db: Queryable,
  query: Filters,
  owner: UserId | null,
  most: number,
): Promise<RawBuilder<unknown> | null> {
  const where = conditions(query, owner)
  const search = query.search?.trim()
  if (!search)
    return sql`(select e.id, e.created_at from executions e where ${where} order by e.created_at desc, e.id desc limit ${most})`
  const found = await lookUpRuns(db, search, query.overseen ? null : owner)
  return found === null ? null : matchingRuns(found, where, most, owner)
}

/**
 * Newest first; runs of the same moment in the order of their ids, so that no page repeats or skips one. The indexes
 * are by
 * time only: only runs of the same moment are sorted.
 * @param owner null means all users
 */
export async function findExecutions(
  db: Queryable,
  query: Filters & { limit: number; offset: number },
  owner: UserId | null,
  viewer: StepViewer,
): Promise<SummaryRow[]> {
  const found = await matching(db, query, owner, query.offset + query.limit)
  if (found === null) return []
  const { rows } = await sql<SummaryRow>`
    select ${columns(viewer)} from (
      select id from ${found} e order by e.created_at desc, e.id desc limit ${query.limit} offset ${query.offset}
    ) page join executions e on e.id = page.id ${joins} order by e.created_at desc, e.id desc`.execute(db)
  return rows
}

/** These, newest first. */
export async function findSummaries(
  db: Queryable,
  ids: readonly ExecutionId[],
  viewer: StepViewer,
): Promise<SummaryRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SummaryRow>`
    select ${columns(viewer)} from executions e ${joins} where e.id = any(${sql.val(ids)}::uuid[])
    order by e.created_at desc, e.id desc`.execute(db)
  return rows
}

/** At most `COUNTED`. */
export async function countExecutions(db: Queryable, query: Filters, owner: UserId | null): Promise<number> {
  const searched = Boolean(query.search?.trim())
  const most = owner !== null || (isPlain(query) && !searched) ? COUNTED.plain : COUNTED.filtered
  if (!searched) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select 1 from executions e where ${conditions(query, owner)} limit ${most}) counted`.execute(db)
    return rows[0]?.count ?? 0
  }
  const found = await matching(db, query, owner, most)
  if (found === null) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${found} e limit ${most}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export interface DetailRow extends SummaryRow {
  owner_id: UserId | null
  /** Who may read it as well, because its owner shares it. */
  shared_with: UserId | null
  visitor_key: string | null
  /** Another run started it. */
  is_child: boolean
  run_token_hash: string | null
  workflow_version_id: WorkflowVersionId
  agent_version_id: AgentVersionId | null
  document: unknown
  version: number | null
  source_id: ExecutionId | null
  /** A run of a bench, or one that was started inside it. */
  of_bench: boolean
  test: unknown
  payload_removed_at: Date | null
  view: string | null
  listing: unknown
  /** Whether the reader may see what its steps logged, such as prompts. */
  logs_open: boolean
  /** Whether its record has the opening. */
  opening_noted: boolean
}

const ofBench = sql`case when e.parent_id is null then e.trigger = 'bench' else is_of_bench(e.id) end`

/** @param opening what the record of the run calls that its reader opened it; null where nobody opens it */
export async function findExecution(
  db: Queryable,
  id: ExecutionId,
  viewer: StepViewer,
  opening: string | null,
): Promise<DetailRow | null> {
  const { rows } = await sql<DetailRow>`
    select ${columns(viewer)}, e.owner_id, ${sharedWith} as shared_with, e.visitor_key, e.parent_id is not null as is_child, e.run_token_hash,
      e.workflow_version_id, e.agent_version_id, e.source_id, ${ofBench} as of_bench, e.test,
      e.payload_removed_at, v.document, v.number as version, av.view, av.listing, ${logsOpenTo(viewer)} as logs_open,
      ${opening === null ? sql`false` : isNoted(opening)} as opening_noted
    from executions e ${joins}
    left join workflow_versions v on v.id = e.workflow_version_id
    left join agent_versions av on av.id = e.agent_version_id where e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Owner and status of an execution: the input of the policy. */
export type OwnerRow = Pick<
  DetailRow,
  | 'id'
  | 'status'
  | 'owner_id'
  | 'shared_with'
  | 'visitor_key'
  | 'run_token_hash'
  | 'workflow_id'
  | 'workflow_version_id'
  | 'agent_id'
  | 'agent_version_id'
  | 'service_id'
  | 'trigger'
  | 'priority'
  | 'of_bench'
  | 'is_child'
  | 'payload_removed_at'
>

export async function findOwner(db: Queryable, id: ExecutionId): Promise<OwnerRow | null> {
  const { rows } = await sql<OwnerRow>`
    select e.id, e.status, e.owner_id, ${sharedWith} as shared_with, e.visitor_key, e.run_token_hash, e.workflow_id, e.workflow_version_id, e.agent_id,
      e.agent_version_id, e.service_id, e.trigger, e.priority, ${ofBench} as of_bench,
      e.parent_id is not null as is_child, e.payload_removed_at
    from executions e where e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function executionExists(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from executions where id = ${id}`.execute(db)
  return rows.length > 0
}

export async function findInput(db: Queryable, id: ExecutionId): Promise<unknown> {
  const { rows } = await sql<{ input: unknown }>`select input from executions where id = ${id}`.execute(db)
  return rows[0]?.input
}

/** Steps of a run that are done, and that a retry takes over. */
export async function findFinishedNodes(db: Queryable, id: ExecutionId): Promise<string[]> {
  const { rows } = await sql<{ node_id: string }>`
    select node_id from node_runs where execution_id = ${id} and iteration = '' and status in ('succeeded', 'skipped')`.execute(
    db,
  )
  return rows.map(({ node_id }) => node_id)
}

/**
 * The version that a rerun on the newest version takes: the published one, or a later one that was made and run since it was published;
 * where nothing is published, the last one that was run or published. Never one that only tests have run, and in the name of the
 * workflow's owner none that only members have run.
 * @returns null when there is none yet
 */
export async function findNewestVersion(
  db: Queryable,
  { workflow_id, owner_id }: Pick<OwnerRow, 'workflow_id' | 'owner_id'>,
): Promise<WorkflowVersionId | null> {
  const { rows } = await sql<{ id: WorkflowVersionId }>`
    select v.id from workflow_versions v join workflows w on w.id = v.workflow_id
      left join workflow_publications live on live.workflow_id = w.id and live.ended_at is null
    where v.workflow_id = ${workflow_id} and not v.trial
      and (live.id is null or v.id = live.version_id or v.created_at > live.published_at)
      and (not v.by_member or w.owner_id is distinct from ${owner_id}::uuid
        or exists (select from workflow_publications p where p.version_id = v.id))
    order by v.number desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export interface NodeRow {
  node_id: string
  iteration: string
  seq: number
  status: 'succeeded' | 'failed' | 'skipped' | 'waiting'
  attempts: number
  port: string | null
  /** JSON as it was written. */
  output: string | null
  /** Where an output is that was too large for the row. */
  stored: string | null
  origin: 'pin' | 'earlier' | null
  error: unknown
  logs: unknown
  usage: unknown
  tries: unknown
  started_at: Date
  finished_at: Date | null
}

/** @param shown whether to read what the steps gave, and what they logged */
export async function findNodeRuns(
  db: Queryable,
  id: ExecutionId,
  shown: { outputs: boolean; logs: boolean },
): Promise<NodeRow[]> {
  const output = shown.outputs ? sql`output::text` : sql`null::text`
  const logs = shown.logs ? sql`logs` : sql`null`
  const { rows } = await sql<NodeRow>`
    select node_id, iteration, seq, status, attempts, port, ${output} as output, stored, origin, error, ${logs} as logs, usage, tries, started_at, finished_at
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

/** A wait, answered or not, with what the viewer may see of the steps of its run. */
export interface AnyWaitRow extends WaitRow {
  resolved_at: Date | null
  steps_open: boolean
  logs_open: boolean
}

export async function findWait(
  db: Queryable,
  { execution, id }: { execution: ExecutionId; id: string },
  viewer: StepViewer,
): Promise<AnyWaitRow | null> {
  const { rows } = await sql<AnyWaitRow>`
    select w.id, w.node_id, w.iteration, w.wait, w.until, w.resolved_at, ${stepsOpenTo(viewer)} as steps_open,
      ${logsOpenTo(viewer)} as logs_open
    from execution_waits w join executions e on e.id = w.execution_id
    where w.execution_id = ${execution} and w.id = ${id}`.execute(db)
  return rows[0] ?? null
}
