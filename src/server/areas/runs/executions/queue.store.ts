/** The SQL of the queue: who waits to begin, who works. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Priority } from '#contract/runs/execution-states.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const RANK = sql`case e.priority when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4 end`
const sameOwner = (a: string, b: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${a}.owner_id`)} is not distinct from ${sql.ref(`${b}.owner_id`)}
    and ${sql.ref(`${a}.visitor_key`)} is not distinct from ${sql.ref(`${b}.visitor_key`)}`

/** Counting goes no further than this. */
const COUNTED = 100_000
/** Runs of late whose time tells how long one takes. */
const SAMPLE = 20

export interface PlaceRow {
  ahead: number
  waited_ms: number
  /** Median of how long the last runs of the same workflow took; null when none has ended. */
  takes_ms: number | null
  workers: number
}

/** Position of a queued execution in its owner's queue. Null when it is not queued (any more). */
export async function findPlace(db: Queryable, id: ExecutionId): Promise<PlaceRow | null> {
  const { rows } = await sql<PlaceRow>`
    with mine as (
      select e.*, ${RANK} as rank from executions e where e.id = ${id} and e.status = 'queued'
    )
    select
      (select count(*)::int from (
        select 1 from executions e where e.status = 'queued' and ${sameOwner('e', 'mine')} and e.id <> mine.id
          and (${RANK}, e.created_at) < (mine.rank, mine.created_at) limit ${COUNTED}) counted) as ahead,
      (extract(epoch from now() - mine.created_at) * 1000)::float8 as waited_ms,
      (select percentile_cont(0.5) within group (order by extract(epoch from took) * 1000)::float8 from (
        select finished_at - started_at as took from executions
        where workflow_id = mine.workflow_id and finished_at is not null and started_at is not null
        order by created_at desc limit ${SAMPLE}) late) as takes_ms,
      (select count(*)::int from executors where role <> 'web') as workers
    from mine`.execute(db)
  return rows[0] ?? null
}

export interface DepthRow {
  priority: Priority
  queued: number
  oldest_ms: number
}

export async function findDepth(db: Queryable): Promise<DepthRow[]> {
  const { rows } = await sql<DepthRow>`
    select priority, count(*)::int as queued, (extract(epoch from now() - min(created_at)) * 1000)::float8 as oldest_ms
    from executions where status = 'queued' group by priority`.execute(db)
  return rows
}

export interface UnderWayRow {
  owners: number
  running: number
  waiting: number
  paused: number
}

export async function countUnderWay(db: Queryable): Promise<UnderWayRow> {
  const { rows } = await sql<UnderWayRow>`
    select count(distinct coalesce(owner_id::text, visitor_key)) filter (where status = 'queued')::int as owners,
      count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'waiting')::int as waiting,
      count(*) filter (where status = 'paused')::int as paused
    from executions where status in ('queued', 'running', 'waiting', 'paused')`.execute(db)
  return rows[0] ?? { owners: 0, running: 0, waiting: 0, paused: 0 }
}

export interface WorkerRow {
  id: string
  role: string
  started_at: Date
  running: number
}

export async function findWorkers(db: Queryable): Promise<WorkerRow[]> {
  const { rows } = await sql<WorkerRow>`
    select x.id, x.role, x.started_at,
      (select count(*)::int from executions e where e.executor = x.id and e.status = 'running') as running
    from executors x order by x.started_at`.execute(db)
  return rows
}
