/** The figures of a listing, measured from executions: nobody types them. */
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'

/**
 * Measures agents anew that had runs since they were last measured (and those never measured), and copies the number of runs
 * to where lists are sorted by it. Times in ms; the median is over the newest 1,000 successful runs. Only finished runs that
 * nobody's workflow started count.
 * @returns how many agents were measured
 */
export async function refreshAgentStats(db: Queryable): Promise<number> {
  const { rows } = await sql<{ agent_id: string }>`
    with active as (
      select a.id from agents a left join agent_stats s on s.agent_id = a.id
      where s.agent_id is null
        or exists (select 1 from executions e where e.agent_id = a.id and e.created_at > s.measured_at - interval '1 day')
    ), measured as (
      select active.id, f.*, m.median_ms from active
      cross join lateral (
        select count(*) filter (where e.status in ('succeeded', 'failed')) as runs,
          count(*) filter (where e.status = 'succeeded') as succeeded,
          count(distinct coalesce(e.owner_id::text, e.visitor_key))
            filter (where e.created_at > now() - interval '30 days') as users_30d
        from executions e where e.agent_id = active.id and e.parent_id is null
      ) f
      cross join lateral (
        select percentile_cont(0.5) within group (order by ms) as median_ms from (
          select extract(epoch from e.finished_at - coalesce(e.started_at, e.created_at)) * 1000 as ms
          from executions e where e.agent_id = active.id and e.parent_id is null and e.status = 'succeeded'
          order by e.created_at desc limit 1000
        ) newest
      ) m
    ), written as (
      insert into agent_stats (agent_id, runs, succeeded, median_ms, users_30d, measured_at)
      select id, runs, succeeded, round(median_ms)::int, users_30d, now() from measured
      on conflict (agent_id) do update set runs = excluded.runs, succeeded = excluded.succeeded,
        median_ms = excluded.median_ms, users_30d = excluded.users_30d, measured_at = excluded.measured_at
      returning agent_id
    ), ranked as (
      update agents a set popularity = m.runs from measured m where a.id = m.id and a.popularity <> m.runs
    )
    select agent_id from written`.execute(db)
  return rows.length
}
