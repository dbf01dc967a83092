/** The SQL of samples: one row a minute, read in stretches. Thirty days are 43,200 rows. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Counts } from '#server/platform/metrics/counts.ts'

/** What is measured once for the installation. */
export interface Measured {
  queued_runs: number
  queue_oldest_s: number
  running_runs: number
  workers: number
  waiting_mails: number
  parts_down: number
  database_connections: number
  database_bytes: number
  disk_free_bytes: number
}

/** Adds what one process counted to the current minute. */
export async function addCounts(db: Queryable, counts: Counts): Promise<void> {
  await sql`
    insert into metric_samples as s (minute, runs_succeeded, runs_failed, runs_cancelled, steps, step_ms, requests, requests_failed,
      request_ms, model_tokens, model_cost_micros, jobs_failed, event_loop_ms)
    values (date_trunc('minute', now(), 'UTC'), ${counts.runs_succeeded}, ${counts.runs_failed}, ${counts.runs_cancelled},
      ${counts.steps}, ${counts.step_ms}, ${counts.requests}, ${counts.requests_failed}, ${counts.request_ms}, ${counts.model_tokens},
      ${counts.model_cost_micros}, ${counts.jobs_failed}, ${counts.event_loop_ms})
    on conflict (minute) do update set
      runs_succeeded = s.runs_succeeded + excluded.runs_succeeded, runs_failed = s.runs_failed + excluded.runs_failed,
      runs_cancelled = s.runs_cancelled + excluded.runs_cancelled, steps = s.steps + excluded.steps,
      step_ms = s.step_ms + excluded.step_ms, requests = s.requests + excluded.requests,
      requests_failed = s.requests_failed + excluded.requests_failed, request_ms = s.request_ms + excluded.request_ms,
      model_tokens = s.model_tokens + excluded.model_tokens, model_cost_micros = s.model_cost_micros + excluded.model_cost_micros,
      jobs_failed = s.jobs_failed + excluded.jobs_failed, event_loop_ms = greatest(s.event_loop_ms, excluded.event_loop_ms)`.execute(
    db,
  )
}

/** Whether some process has measured the current minute. */
export async function isMeasured(db: Queryable): Promise<boolean> {
  const { rows } = await sql`
    select 1 from metric_samples where minute = date_trunc('minute', now(), 'UTC') and queued_runs is not null`.execute(
    db,
  )
  return rows.length > 0
}

/** The first measurement of a minute stays. */
export async function storeMeasured(db: Queryable, m: Measured): Promise<void> {
  await sql`
    insert into metric_samples as s (minute, queued_runs, queue_oldest_s, running_runs, workers, waiting_mails, parts_down,
      database_connections, database_bytes, disk_free_bytes)
    values (date_trunc('minute', now(), 'UTC'), ${m.queued_runs}, ${m.queue_oldest_s}, ${m.running_runs}, ${m.workers},
      ${m.waiting_mails}, ${m.parts_down}, ${m.database_connections}, ${m.database_bytes}, ${m.disk_free_bytes})
    on conflict (minute) do update set queued_runs = excluded.queued_runs, queue_oldest_s = excluded.queue_oldest_s,
      running_runs = excluded.running_runs, workers = excluded.workers, waiting_mails = excluded.waiting_mails,
      parts_down = excluded.parts_down, database_connections = excluded.database_connections,
      database_bytes = excluded.database_bytes, disk_free_bytes = excluded.disk_free_bytes
      where s.queued_runs is null`.execute(db)
}

export async function deleteOldSamples(db: Queryable, days: number): Promise<void> {
  await sql`delete from metric_samples where minute < now() - make_interval(days => ${days})`.execute(db)
}

export interface StretchRow {
  at: Date
  runs_succeeded: number
  runs_failed: number
  runs_cancelled: number
  step_ms: number | null
  requests: number
  requests_failed: number
  request_ms: number | null
  model_tokens: number
  model_cost_paise: number
  jobs_failed: number
  queued_runs: number | null
  queue_oldest_s: number | null
  running_runs: number | null
  workers: number | null
  waiting_mails: number | null
  parts_down: number | null
  database_connections: number | null
  database_bytes: number | null
  disk_free_bytes: number | null
  event_loop_ms: number
}

/** The last `stretches`, each `step_s` long, the current one among them: sums, means, and the worst of what was measured. */
export async function findStretches(db: Queryable, step_s: number, stretches: number): Promise<StretchRow[]> {
  const { rows } = await sql<StretchRow>`
    select date_bin(make_interval(secs => ${step_s}), minute, 'epoch'::timestamptz) as at,
      sum(runs_succeeded)::float8 as runs_succeeded, sum(runs_failed)::float8 as runs_failed,
      sum(runs_cancelled)::float8 as runs_cancelled, (sum(step_ms) / nullif(sum(steps), 0))::float8 as step_ms,
      sum(requests)::float8 as requests, sum(requests_failed)::float8 as requests_failed,
      (sum(request_ms) / nullif(sum(requests), 0))::float8 as request_ms, sum(model_tokens)::float8 as model_tokens,
      (sum(model_cost_micros) / 10000)::float8 as model_cost_paise, sum(jobs_failed)::float8 as jobs_failed,
      max(queued_runs)::float8 as queued_runs, max(queue_oldest_s)::float8 as queue_oldest_s,
      max(running_runs)::float8 as running_runs, min(workers)::float8 as workers, max(waiting_mails)::float8 as waiting_mails,
      max(parts_down)::float8 as parts_down, max(database_connections)::float8 as database_connections,
      max(database_bytes)::float8 as database_bytes, min(disk_free_bytes)::float8 as disk_free_bytes,
      max(event_loop_ms) as event_loop_ms
    from metric_samples
    where minute >= date_bin(make_interval(secs => ${step_s}), now(), 'epoch'::timestamptz)
      - make_interval(secs => ${step_s}::float8 * (${stretches}::int - 1))
    group by at order by at`.execute(db)
  return rows
}
