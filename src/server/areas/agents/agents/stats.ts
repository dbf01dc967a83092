/** The figures of a listing, measured from executions: nobody types them. */

import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { countsAsUse } from './counted-runs.store.ts'

/** A run is stored a little after the moment it finished at; clocks of several machines differ. */
const OVERLAP = sql`interval '10 minutes'`

/**
 * Measures agents that had runs since the last time, and copies the number of runs to where lists are sorted by it. Counted are
 * finished runs that count as use and that no bench made: `runs`, `succeeded`, people of 30 days (accounts and visitors), and the median
 * time in ms of the newest 200 successes.
 * @returns how many agents were measured
 */
export async function refreshAgentStats(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const free = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.agentStats}) as free`.execute(tx)
    if (!free.rows[0]?.free) return 0
    const { rows } = await sql<{
      since: Date | null
      now: Date
    }>`select measured_until as since, now() from marketplace`.execute(tx)
    const since = rows[0]?.since ?? new Date(0)
    await countDays(tx, since)
    await noteUsers(tx, since)
    const measured = await measure(tx, since)
    await sql`update marketplace set measured_until = now()`.execute(tx)
    return measured
  })
}

/** Cases of a bench are chosen to be hard, or to make an agent look good or bad: they don't count as use of it. */
const measurable = sql`e.agent_id is not null and ${countsAsUse} and e.finished_at is not null and e.trigger <> 'bench'`

/** Recounts every day that may have got runs since. */
async function countDays(db: Queryable, since: Date): Promise<void> {
  await sql`
    insert into agent_days (agent_id, day, runs, succeeded)
    select e.agent_id, (e.finished_at at time zone 'utc')::date as day, count(*), count(*) filter (where e.status = 'succeeded')
    from executions e join agents a on a.id = e.agent_id
    where ${measurable} and e.status in ('succeeded', 'failed')
      and e.finished_at >= date_trunc('day', (${since}::timestamptz - ${OVERLAP}) at time zone 'utc') at time zone 'utc'
    group by 1, 2
    on conflict (agent_id, day) do update set runs = excluded.runs, succeeded = excluded.succeeded`.execute(db)
}

async function noteUsers(db: Queryable, since: Date): Promise<void> {
  await sql`
    insert into agent_users as u (agent_id, user_key, last_run_at)
    select e.agent_id, coalesce(e.owner_id::text, e.visitor_key), max(e.finished_at)
    from executions e join agents a on a.id = e.agent_id
    where ${measurable} and e.finished_at >= ${since}::timestamptz - ${OVERLAP}
      and coalesce(e.owner_id::text, e.visitor_key) is not null
    group by 1, 2
    on conflict (agent_id, user_key) do update set last_run_at = greatest(u.last_run_at, excluded.last_run_at)`.execute(
    db,
  )
}

/** Agents with runs since, and once a day those whose people of 30 days become fewer. */
async function measure(db: Queryable, since: Date): Promise<number> {
  const { rows } = await sql`
    with touched as (
      select distinct e.agent_id as id from executions e
      where ${measurable} and e.finished_at >= ${since}::timestamptz - ${OVERLAP}
      union
      select agent_id from agent_stats where users_30d > 0 and measured_at < now() - interval '1 day'
    ), measured as (
      select a.id, d.runs, d.succeeded, m.median_ms, p.people
      from touched t join agents a on a.id = t.id
      cross join lateral (
        select coalesce(sum(runs), 0) as runs, coalesce(sum(succeeded), 0) as succeeded from agent_days where agent_id = a.id
      ) d
      cross join lateral (
        select percentile_cont(0.5) within group (order by ms) as median_ms from (
          select extract(epoch from e.finished_at - coalesce(e.started_at, e.created_at)) * 1000 as ms
          from executions e where e.agent_id = a.id and ${countsAsUse} and e.status = 'succeeded' and e.trigger <> 'bench'
          order by e.created_at desc limit 200
        ) newest
      ) m
      cross join lateral (
        select count(*) as people from agent_users where agent_id = a.id and last_run_at > now() - interval '30 days'
      ) p
    ), ranked as (
      update agents a set popularity = m.runs from measured m where a.id = m.id and a.popularity <> m.runs
    )
    insert into agent_stats (agent_id, runs, succeeded, median_ms, users_30d, measured_at)
    select id, runs, succeeded, round(median_ms)::int, people, now() from measured
    on conflict (agent_id) do update set runs = excluded.runs, succeeded = excluded.succeeded,
      median_ms = excluded.median_ms, users_30d = excluded.users_30d, measured_at = excluded.measured_at
    returning agent_id`.execute(db)
  return rows.length
}
