/** The SQL of what the visitors of a widget may cost its owner in a day. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

const day = sql.raw(`date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`)

export interface Budget {
  daily_runs: number
  daily_paise: number
}

/** Nobody else draws on its budget until the transaction ends. @returns null when it is not there, or widget, page and channels are off */
export async function lockBudget(tx: Queryable, service: string): Promise<Budget | null> {
  const { rows } = await sql<Budget>`
    select daily_runs, daily_paise::float8 as daily_paise from service_widgets
    where service_id = ${service} and (enabled
      or exists (select 1 from service_pages p where p.service_id = ${service} and p.enabled)
      or exists (select 1 from channels h where h.service_id = ${service} and h.enabled)) for no key update`.execute(tx)
  return rows[0] ?? null
}

/**
 * What visitors started and cost since midnight in India. What is held counts, of runs that began earlier and have not ended what
 * their models hold; what was given back does not.
 */
export async function usedToday(db: Queryable, service: string): Promise<{ runs: number; paise: number }> {
  const { rows } = await sql<{ runs: number; paise: number }>`
    select count(distinct r.execution_id)::int as runs, coalesce(sum(case when c.status in ('rejected', 'released') then 0 else c.price_paise end
      + case when c.status in ('awaiting', 'settled', 'rejected') then c.models_paise when c.status = 'released' then 0
        else c.models_held_paise end), 0)::float8
      + (select coalesce(sum(o.models_held_paise), 0) from charges o
        join service_widget_runs w on w.execution_id = coalesce(o.root_execution_id, o.execution_id) and w.created_at < ${day}
        where o.service_id = ${service} and o.status in ('held', 'running'))::float8 as paise
    from service_widget_runs r left join charges c on c.execution_id = r.execution_id or c.root_execution_id = r.execution_id
    where r.service_id = ${service} and r.created_at >= ${day}`.execute(db)
  return rows[0] ?? { runs: 0, paise: 0 }
}

/** The service whose visitor asked for a run, or for the one that a charge is for or inside of; null for every other run. */
export async function findServiceOfVisitor(
  db: Queryable,
  of: { charge: string } | { execution: string },
): Promise<string | null> {
  const { rows } = await sql<{ service_id: string }>`
    select r.service_id from service_widget_runs r where r.execution_id = ${
      'execution' in of
        ? sql`${of.execution}`
        : sql`(select coalesce(c.root_execution_id, c.execution_id) from charges c where c.id = ${of.charge})`
    }`.execute(db)
  return rows[0]?.service_id ?? null
}
