/** The SQL of recoveries: which runs failed and why, what recovering them would repeat, and the lines of a recovery. */

import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { RunRecoveryAction } from '#contract/runs/run-recovery.ts'
import { errorMessageFor } from '#server/areas/runs/executions/visible-steps.store.ts'
import { type StepViewer, stepsOpenTo } from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { LOCK_CLASSES } from '#server/platform/locks/advisory-locks.ts'

export interface Filter {
  code?: string | undefined
  node_id?: string | undefined
  workflow_id?: WorkflowId | undefined
  viewer: StepViewer
}

/** Pages are counted no further: one more than a recovery takes. */
const COUNTED = SERVER_LIMITS.recovery_runs + 1
/** Reasons are counted over this many of the newest failures. */
const REASONED = 2_000

/** Failed, nothing was made from it yet, and no run inside another. */
function recoverable({ code, node_id, workflow_id, viewer }: Filter, owner: UserId | null): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    sql`e.status = 'failed' and e.parent_id is null and e.payload_removed_at is null and e.trigger <> 'bench'`,
    sql`not exists (select 1 from executions later where later.source_id = e.id)`,
  ]
  if (owner !== null) parts.push(sql`e.owner_id = ${owner}`)
  if (code !== undefined) parts.push(sql`e.error ->> 'code' = ${code}`)
  if (node_id !== undefined) parts.push(sql`e.error ->> 'node_id' = ${node_id} and ${stepsOpenTo(viewer)}`)
  if (workflow_id !== undefined) parts.push(sql`e.workflow_id = ${workflow_id}`)
  return sql.join(parts, sql` and `)
}

/** Newest first. */
export async function findRecoverable(
  db: Queryable,
  filter: Filter,
  owner: UserId | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<ExecutionId[]> {
  const { rows } = await sql<{ id: ExecutionId }>`
    select e.id from executions e where ${recoverable(filter, owner)}
    order by e.created_at desc, e.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countRecoverable(db: Queryable, filter: Filter, owner: UserId | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from executions e where ${recoverable(filter, owner)} limit ${COUNTED}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export interface ReasonRow {
  code: string
  node_id: string | null
  runs: number
}

/** The most frequent first. */
export async function findReasons(db: Queryable, owner: UserId | null, viewer: StepViewer): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    select coalesce(error ->> 'code', 'failed') as code, case when steps_open then error ->> 'node_id' end as node_id,
      count(*)::int as runs from (
      select e.error, ${stepsOpenTo(viewer)} as steps_open from executions e where ${recoverable({ viewer }, owner)} order by e.created_at desc limit ${REASONED}) failed
    group by 1, 2 order by runs desc, code, node_id limit 50`.execute(db)
  return rows
}

export interface CostRow {
  id: ExecutionId
  status: string
  /** Why it failed. */
  code: string | null
  /** Something was made from it already. */
  is_followed: boolean
  kept_nodes: number
  kept_micros: number
  lost_nodes: number
  lost_micros: number
}

const LIVE = sql`(r.status in ('succeeded', 'skipped') or (r.status = 'failed' and r.port is not null))`
const MICROS = sql`(select coalesce(sum((one ->> 'cost_micros')::bigint), 0) from jsonb_array_elements(
  case when jsonb_typeof(r.usage) = 'array' then r.usage else '[]' end) one)`

/** What the nodes of runs did: kept by a retry, or lost. Foreign and unknown ids are left out. */
export async function findCosts(db: Queryable, ids: readonly string[], owner: UserId | null): Promise<CostRow[]> {
  const own = owner === null ? sql`true` : sql`e.owner_id = ${owner}`
  const { rows } = await sql<CostRow>`
    select e.id, e.status, e.error ->> 'code' as code, exists (select 1 from executions later where later.source_id = e.id) as is_followed,
      n.kept_nodes, n.kept_micros, n.lost_nodes, n.lost_micros
    from executions e cross join lateral (
      select count(*) filter (where ${LIVE})::int as kept_nodes,
        coalesce(sum(${MICROS}) filter (where ${LIVE}), 0)::float8 as kept_micros,
        count(*) filter (where not ${LIVE})::int as lost_nodes,
        coalesce(sum(${MICROS}) filter (where not ${LIVE}), 0)::float8 as lost_micros
      from node_runs r where r.execution_id = e.id
    ) n
    where e.id = any(${sql.val(ids)}::uuid[]) and e.parent_id is null and e.trigger <> 'bench' and ${own}`.execute(db)
  return rows
}

export interface RecoveryRow {
  id: string
  action: RunRecoveryAction
  created_at: Date
  finished_at: Date | null
  runs: number
  started: number
  refused: number
  succeeded: number
  failed: number
}

/** A new recovery with its lines. @returns its id */
export async function insertRecovery(
  tx: Queryable,
  owner: UserId,
  { key, action }: { key: string; action: RunRecoveryAction },
  ids: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (insert into recoveries (owner_id, key, action) values (${owner}, ${key}, ${action}) returning id),
      lines as (insert into recovery_items (recovery_id, execution_id) select made.id, unnest(${sql.val(ids)}::uuid[]) from made)
    select id from made`.execute(tx)
  const [made] = rows
  if (!made) throw new Error('Recovery missing after insert')
  return made.id
}

/** Lines of a person that wait to be done. */
export async function countPending(db: Queryable, owner: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recoveries r join recovery_items i on i.recovery_id = r.id
    where r.owner_id = ${owner} and r.finished_at is null and i.status = 'pending'`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findByKey(db: Queryable, owner: UserId, key: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from recoveries where owner_id = ${owner} and key = ${key}`.execute(db)
  return rows[0]?.id ?? null
}

export async function findRecovery(db: Queryable, owner: UserId, id: string): Promise<RecoveryRow | null> {
  const { rows } = await sql<RecoveryRow>`
    select r.id, r.action, r.created_at, r.finished_at, count(*)::int as runs,
      count(*) filter (where i.status = 'started')::int as started,
      count(*) filter (where i.status = 'refused')::int as refused,
      count(*) filter (where e.status = 'succeeded')::int as succeeded,
      count(*) filter (where e.status in ('failed', 'cancelled'))::int as failed
    from recoveries r join recovery_items i on i.recovery_id = r.id left join executions e on e.id = i.new_id
    where r.id = ${id} and r.owner_id = ${owner} group by r.id`.execute(db)
  return rows[0] ?? null
}

export interface ProblemRow {
  execution_id: ExecutionId
  new_id: ExecutionId | null
  reason: string | null
}

export async function findProblems(
  db: Queryable,
  id: string,
  viewer: StepViewer,
  limit: number,
): Promise<ProblemRow[]> {
  const { rows } = await sql<ProblemRow>`
    select i.execution_id, i.new_id, coalesce(i.reason, ${errorMessageFor(viewer)}) as reason
    from recovery_items i left join executions e on e.id = i.new_id
    where i.recovery_id = ${id} and (i.status = 'refused' or e.status in ('failed', 'cancelled'))
    order by i.execution_id limit ${limit}`.execute(db)
  return rows
}

export interface TakenRow {
  execution_id: ExecutionId
  action: RunRecoveryAction
  /** Its recovery has been going on for an hour. */
  is_old: boolean
}

/** No process has it, or one left it behind. */
const isFree = (left_s: number) => sql`(taken_at is null or taken_at < now() - make_interval(secs => ${left_s}))`

/** Takes a line that no process has, or that one left behind `left_s` ago. */
export async function takeLine(db: Queryable, id: string, left_s: number): Promise<TakenRow | null> {
  const { rows } = await sql<TakenRow>`
    update recovery_items i set taken_at = now() from recoveries r
    where r.id = i.recovery_id and (i.recovery_id, i.execution_id) in (
      select recovery_id, execution_id from recovery_items
      where recovery_id = ${id} and status = 'pending' and ${isFree(left_s)}
      order by execution_id limit 1 for update skip locked)
    returning i.execution_id, r.action, r.created_at < now() - interval '1 hour' as is_old`.execute(db)
  return rows[0] ?? null
}

export async function settleItem(
  db: Queryable,
  id: string,
  execution_id: ExecutionId,
  end: { new_id: string } | { reason: string },
): Promise<void> {
  const [status, new_id, reason] = 'new_id' in end ? ['started', end.new_id, null] : ['refused', null, end.reason]
  await sql`update recovery_items set status = ${status}, new_id = ${new_id}, reason = ${reason}
    where recovery_id = ${id} and execution_id = ${execution_id} and status = 'pending'`.execute(db)
}

/** @returns whether nothing is left */
export async function finishRecovery(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`
    update recoveries set finished_at = coalesce(finished_at, now()) where id = ${id}
      and not exists (select 1 from recovery_items where recovery_id = ${id} and status = 'pending') returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * A run made from the failed one since the recovery began: by this recovery before its process died, or by a person.
 */
export async function findFollower(db: Queryable, id: ExecutionId): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from executions where source_id = ${id} order by created_at desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Does something about a run while nobody else does: two recoveries may hold the same run. */
export function withRunLock<T>(db: Database, execution_id: ExecutionId, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_CLASSES.recoveredRun}, hashtext(${execution_id}))`.execute(tx)
    return work()
  })
}

export interface OpenRow {
  id: string
  owner_id: UserId
}

/** Recoveries that can go on now: of each person the oldest. */
export async function findOpen(db: Queryable, left_s: number): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select id, owner_id from (
      select distinct on (r.owner_id) r.id, r.owner_id, r.created_at from recoveries r
      where r.finished_at is null and coalesce((
        select bool_or(${isFree(left_s)}) from recovery_items where recovery_id = r.id and status = 'pending'), true)
      order by r.owner_id, r.created_at) oldest
    order by created_at limit 20`.execute(db)
  return rows
}
