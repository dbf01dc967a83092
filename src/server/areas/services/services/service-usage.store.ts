/** The SQL of what a service was used for. */
import { sql } from 'kysely'
import type { ServiceId } from '#contract/core/primitives.ts'
import type { Trigger } from '#contract/runs/execution-states.ts'
import { costOfCharge } from '#server/areas/billing/billing.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface UsageRow {
  /** A day in India, as in 2026-11-29. */
  day: string
  /** Null on a row of a day without runs. */
  trigger: Trigger | null
  runs: number
  failed: number
  succeeded: number
  spent_paise: number
}

/** How many of a service's newest runs are counted. */
const MOST_RUNS = 20_000

/**
 * Runs of the last days in India, by day and by what started them: oldest day first, with a row of zeros for a day without runs.
 * @param days from 1; today is the last of them
 */
export async function findServiceUsage(db: Queryable, service: ServiceId, days: number): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    with period as (
      select (now() at time zone 'Asia/Kolkata')::date - ${days}::int + 1 as first, (now() at time zone 'Asia/Kolkata')::date as last
    ), recent as materialized (
      select e.id, e.status, e.trigger, (e.created_at at time zone 'Asia/Kolkata')::date as day from executions e, period p
      where e.service_id = ${service} and e.created_at >= (p.first::timestamp at time zone 'Asia/Kolkata')
      order by e.created_at desc limit ${MOST_RUNS}
    )
    select d::date::text as day, r.trigger, count(r.id)::int as runs,
      (count(r.id) filter (where r.status = 'failed'))::int as failed,
      (count(r.id) filter (where r.status = 'succeeded'))::int as succeeded, coalesce(sum(c.paise), 0)::float8 as spent_paise
    from period p cross join generate_series(p.first, p.last, interval '1 day') d
    left join recent r on r.day = d::date
    left join lateral (
      select ${costOfCharge} as paise from charges where execution_id = r.id and status <> 'released'
    ) c on true
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
