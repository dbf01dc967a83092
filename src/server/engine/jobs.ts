/** The rows of the queue. */
import type { ClientBase } from 'pg'
import type { Priority } from '#contract/runs/execution-states.ts'
import type { Job } from './dispatch.ts'
import type { Connection } from './store.ts'

export interface JobKey {
  execution_id: string
  reason: string
}

export interface TakenJob extends JobKey {
  line: string
}

const PRIORITY: Record<Priority, number> = { urgent: 1, high: 2, normal: 3, low: 4 }

/** Enqueues one, unless it is there. */
export async function add(client: ClientBase, job: Job): Promise<void> {
  await client.query(
    `insert into queue_jobs (execution_id, reason, line, urgent, priority, due, ready)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::float8 / 1000), $6 <= 0) on conflict do nothing`,
    [
      job.execution_id,
      job.reason,
      job.owner_id ?? job.visitor_key ?? 'nobody',
      job.priority === 'urgent',
      PRIORITY[job.priority],
      job.delay_ms,
    ],
  )
}

/** Delayed jobs whose time has come may be taken. */
export async function makeReady(db: Connection): Promise<void> {
  await db.query('update queue_jobs set ready = true where not ready and due <= now()')
}

/** What a process has room for in one of the two queues. */
export interface Room {
  urgent: boolean
  room: number
  mostPerLine: number
  /** Jobs under way in this process by line. */
  lines: ReadonlyMap<string, number>
}

/**
 * Takes jobs for a process. There is a line for each owner: in it the order is priority, then age; which line is next is drawn by lot,
 * and one gives at most `mostPerLine` at a time. What another process is taking at this moment is passed over.
 */
export async function take(db: Connection, executor: string, room: Room): Promise<TakenJob[]> {
  const free = 'j.urgent = $1 and j.ready and j.taken_by is null'
  const found = await db.query<TakenJob>(
    `with recursive lines as (
       (select j.line from queue_jobs j where ${free} order by j.line limit 1)
       union all
       select (select j.line from queue_jobs j where ${free} and j.line > l.line order by j.line limit 1)
       from lines l where l.line is not null
     ), picked as materialized (
       select next.execution_id, next.reason
       from (
         select l.line, $3::int - coalesce(b.jobs, 0) as room
         from lines l left join unnest($4::text[], $5::int[]) as b (line, jobs) on b.line = l.line
         where l.line is not null order by random()
       ) l cross join lateral (
         select j.execution_id, j.reason from queue_jobs j where ${free} and j.line = l.line
         order by j.priority, j.due limit greatest(l.room, 0) for update skip locked
       ) next limit $2
     )
     update queue_jobs j set taken_by = $6 from picked p where j.execution_id = p.execution_id and j.reason = p.reason
     returning j.execution_id, j.reason, j.line`,
    [room.urgent, room.room, room.mostPerLine, [...room.lines.keys()], [...room.lines.values()], executor],
  )
  return found.rows
}

/** Removes what is done. */
export async function remove(db: Connection, done: readonly JobKey[]): Promise<void> {
  await db.query(
    `delete from queue_jobs j using unnest($1::uuid[], $2::text[]) as d (execution_id, reason)
     where j.execution_id = d.execution_id and j.reason = d.reason`,
    [done.map(({ execution_id }) => execution_id), done.map(({ reason }) => reason)],
  )
}

/** Puts what an executor has taken back into the queue. */
export async function giveBack(db: Connection, executor: string): Promise<void> {
  await db.query('update queue_jobs set taken_by = null where taken_by = $1', [executor])
}

/** Whether a job of the execution is enqueued, delayed or under way. */
export async function exists(db: Connection, execution_id: string): Promise<boolean> {
  return (await db.query('select from queue_jobs where execution_id = $1 limit 1', [execution_id])).rowCount === 1
}
