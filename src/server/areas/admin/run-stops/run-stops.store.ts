/** The SQL of ending many runs. */
import { type RawBuilder, sql } from 'kysely'
import { RUN_STOPS, type StopScope } from '#contract/admin/run-stop-values.ts'
import type { RunStopId } from '#contract/admin/run-stops.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { isDeleted } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { StopTarget } from './run-stops.policy.ts'

/** Runs `e` under way, which have an index of their own, however many have ended. */
const isUnderWay = sql`e.status in ('queued', 'running', 'waiting', 'paused')`

const inScope = (scope: StopScope, target: string): RawBuilder<unknown> =>
  ({
    agent: sql`e.agent_id = ${target}`,
    owner: sql`e.owner_id = ${target}`,
    workflow: sql`e.workflow_id = ${target}`,
  })[scope]

export async function findTarget(db: Queryable, scope: StopScope, id: string): Promise<StopTarget | null> {
  const found = {
    agent: sql<Omit<StopTarget, 'scope'>>`select a.id, a.name, null::text as role from agents a where a.id = ${id}`,
    owner: sql<Omit<StopTarget, 'scope'>>`
      select u.id, u.display_name as name, u.role from users u where u.id = ${id} and not ${isDeleted}`,
    workflow: sql<Omit<StopTarget, 'scope'>>`
      select w.id, w.name, u.role from workflows w left join users u on u.id = w.owner_id where w.id = ${id}`,
  }[scope]
  const { rows } = await found.execute(db)
  return rows[0] ? { scope, ...rows[0] } : null
}

/** Runs under way, counted up to a limit. */
export async function countRuns(db: Queryable, scope: StopScope, target: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from executions e where ${isUnderWay} and ${inScope(scope, target)} limit ${RUN_STOPS.counted}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface StopRow {
  id: RunStopId
  scope: StopScope
  target_id: string
  name: string | null
  reason: string
  asked_by: string | null
  found: number
  stopped: number
  created_at: Date
  finished_at: Date | null
}

const columns = sql`s.id, s.scope, s.target_id, s.reason, u.display_name as asked_by, s.found, s.stopped, s.created_at, s.finished_at,
  case s.scope when 'agent' then (select a.name from agents a where a.id = s.target_id)
    when 'owner' then (select o.display_name from users o where o.id = s.target_id)
    else (select w.name from workflows w where w.id = s.target_id) end as name`
const from = sql`from run_stops s left join users u on u.id = s.asked_by`

export async function findStops(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StopRow[]; total: number }> {
  const [page, count] = await Promise.all([
    sql<StopRow>`
      select ${columns} ${from} order by s.created_at desc, s.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (select from run_stops s limit ${RUN_STOPS.counted}) counted`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

export async function findStop(db: Queryable, id: RunStopId): Promise<StopRow | null> {
  const { rows } = await sql<StopRow>`select ${columns} ${from} where s.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Null when one is under way already. */
export async function insertStop(
  tx: Queryable,
  { scope, target, reason, by, found }: { scope: StopScope; target: string; reason: string; by: UserId; found: number },
): Promise<RunStopId | null> {
  const { rows } = await sql<{ id: RunStopId }>`
    insert into run_stops (scope, target_id, reason, asked_by, found) values (${scope}, ${target}, ${reason}, ${by}, ${found})
    on conflict (scope, target_id) where finished_at is null do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export interface OpenStop {
  id: RunStopId
  scope: StopScope
  target_id: string
  created_at: Date
  after_run: ExecutionId | null
  passes: number
}

export async function findOpenStops(db: Queryable): Promise<OpenStop[]> {
  const { rows } = await sql<OpenStop>`
    select s.id, s.scope, s.target_id, s.created_at, s.after_run, s.passes from run_stops s where s.finished_at is null order by s.id`.execute(
    db,
  )
  return rows
}

/** Runs under way that were there when the stop began, in the order of their ids. Those that have ended are never read. */
export async function findRuns(db: Queryable, stop: OpenStop, limit: number): Promise<ExecutionId[]> {
  const { rows } = await sql<{ id: ExecutionId }>`
    with under_way as materialized (
      select e.id from executions e
      where ${isUnderWay} and ${inScope(stop.scope, stop.target_id)}
        and e.created_at <= (select s.created_at from run_stops s where s.id = ${stop.id}))
    select w.id from under_way w where ${stop.after_run}::uuid is null or w.id > ${stop.after_run}::uuid
    order by w.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many of these have ended. */
export async function countEnded(db: Queryable, ids: readonly ExecutionId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from executions e where e.id = any(${ids}::uuid[]) and not (${isUnderWay})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function storeProgress(db: Queryable, id: RunStopId, after: ExecutionId, stopped: number): Promise<void> {
  await sql`update run_stops set after_run = ${after}, stopped = stopped + ${stopped} where id = ${id}`.execute(db)
}

/** Begins again with those that are left. */
export async function startPass(db: Queryable, id: RunStopId): Promise<void> {
  await sql`update run_stops set after_run = null, passes = passes + 1 where id = ${id}`.execute(db)
}

export async function finishStop(db: Queryable, id: RunStopId): Promise<void> {
  await sql`update run_stops set finished_at = now() where id = ${id}`.execute(db)
}
