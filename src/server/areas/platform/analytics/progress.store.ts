/** The SQL of how far each source of figures has been counted. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'

export type Source = 'events' | 'runs' | 'money' | 'searches'

export interface Progress {
  counted_until: Date
  event_id: number
}

/** Lets one process of the installation count, until its transaction ends. @returns whether it is this one */
export async function lockCounting(tx: Queryable): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.analytics}) as free`.execute(
    tx,
  )
  return rows[0]?.free === true
}

export async function findProgress(tx: Queryable, source: Source): Promise<Progress | null> {
  const { rows } = await sql<Progress>`
    select counted_until, event_id from analytics_progress where source = ${source}`.execute(tx)
  return rows[0] ?? null
}

export async function saveProgress(
  tx: Queryable,
  source: Source,
  { counted_until, event_id }: Progress,
): Promise<void> {
  await sql`
    insert into analytics_progress (source, counted_until, event_id) values (${source}, ${counted_until}, ${event_id})
    on conflict (source) do update set counted_until = excluded.counted_until, event_id = excluded.event_id`.execute(tx)
}

/** The clock of the database, which also dates what is counted. */
export async function readClock(tx: Queryable): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database did not tell the time')
  return row.now
}

/** When the next thing of a source happened, so that a step skips the time in which nothing did; null when nothing has. */
export async function findNext(tx: Queryable, source: 'runs' | 'money', after: Date): Promise<Date | null> {
  const times =
    source === 'runs'
      ? sql`(select min(finished_at) from executions where finished_at > ${after} and agent_id is not null),
          (select min(created_at) from executions where created_at > ${after}), (select min(created_at) from users where created_at > ${after})`
      : sql`(select min(created_at) from ledger_transactions where created_at > ${after}),
          (select min(created_at) from sales where created_at > ${after}), (select min(created_at) from purchases where created_at > ${after})`
  const { rows } = await sql<{ next: Date | null }>`select least(${times}) as next`.execute(tx)
  return rows[0]?.next ?? null
}

/** The beginning of the first day on which something was searched for. */
export async function findFirstSearches(tx: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(day)::timestamp at time zone 'Asia/Kolkata' as first from analytics_search_days`.execute(tx)
  return rows[0]?.first ?? null
}

/** Up to when everything has been counted; null while nothing was. */
export async function findCountedUntil(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ counted_until: Date | null }>`
    select min(counted_until) as counted_until from analytics_progress where source <> 'searches'`.execute(db)
  return rows[0]?.counted_until ?? null
}
