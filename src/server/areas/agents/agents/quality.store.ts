/** The SQL of the quality of agents: what is known of those whose turn it is, and what came out. */
import { sql } from 'kysely'
import type { AgentId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Measured } from './quality.ts'

export interface MeasuredRow extends Measured {
  id: AgentId
}

/** Those that were never measured or not for an hour, the longest waiting first. */
export async function findDue(db: Queryable, now: Date, limit: number): Promise<MeasuredRow[]> {
  const { rows } = await sql<MeasuredRow>`
    with due as (
      select a.id, a.category_slug, a.price_type, a.price_paise, a.rating, a.review_count, s.median_ms
      from agents a join agent_stats s on s.agent_id = a.id left join agent_scores q on q.agent_id = a.id
      where a.status in ('published', 'deprecated') and s.runs > 0 and (q.measured_at is null or q.measured_at < ${now}::timestamptz - interval '1 hour')
      order by q.measured_at nulls first, a.id limit ${limit}
    ), usual_times as (
      select a.category_slug, percentile_cont(0.5) within group (order by s.median_ms) as ms
      from agents a join agent_stats s on s.agent_id = a.id
      where a.status = 'published' and s.median_ms is not null and a.category_slug in (select category_slug from due) group by 1
    ), usual_prices as (
      select category_slug, price_type, percentile_cont(0.5) within group (order by price_paise) as paise
      from agents where status = 'published' and price_paise > 0 and category_slug in (select category_slug from due) group by 1, 2
    )
    select d.id, coalesce(r.runs, 0)::float8 as runs, coalesce(r.succeeded, 0)::float8 as succeeded, d.median_ms,
      t.ms::float8 as usual_ms, d.price_paise::float8 as paise, p.paise::float8 as usual_paise, m.refunded::float8 as refunded,
      d.rating, d.review_count as reviews
    from due d
    left join usual_times t on t.category_slug = d.category_slug
    left join usual_prices p on p.category_slug = d.category_slug and p.price_type = d.price_type
    cross join lateral (
      select sum(runs * weight) as runs, sum(succeeded * weight) as succeeded from (
        select runs, succeeded, power(0.5::float8, greatest(0, (${now}::timestamptz at time zone 'utc')::date - day) / 30.0) as weight
        from agent_days where agent_id = d.id and day > (${now}::timestamptz at time zone 'utc')::date - 365
      ) days
    ) r
    cross join lateral (
      select sum(refunded_paise)::float8 / sum(gross_paise) as refunded from sales
      where agent_id = d.id and created_at > ${now}::timestamptz - interval '180 days'
    ) m`.execute(db)
  return rows
}

export interface ScoredRow {
  id: AgentId
  quality: number | null
  parts: unknown
}

/** Their ratings as well, in which reviews count less with time. */
export async function storeScores(db: Queryable, rows: readonly ScoredRow[], now: Date): Promise<void> {
  const scored = JSON.stringify(rows)
  await sql`
    insert into agent_scores (agent_id, parts, measured_at)
    select id, parts, ${now} from jsonb_to_recordset(${scored}::jsonb) as t(id uuid, parts jsonb)
    on conflict (agent_id) do update set parts = excluded.parts, measured_at = excluded.measured_at`.execute(db)
  await sql`
    update agents a set quality = t.quality from jsonb_to_recordset(${scored}::jsonb) as t(id uuid, quality smallint)
    where a.id = t.id and a.quality is distinct from t.quality`.execute(db)
  await sql`
    select rate_agent(a.id, ${now}) from agents a
    where a.id in (select id from jsonb_to_recordset(${scored}::jsonb) as t(id uuid)) and a.review_count > 0`.execute(
    db,
  )
}
