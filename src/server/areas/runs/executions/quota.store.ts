/** Runs of visitors without an account, counted per day. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/** Counts one run, unless `limit` are counted already today (UTC): any number may ask at once, exactly `limit` get true. */
export async function takeRun(db: Queryable, visitorKey: string, limit: number): Promise<boolean> {
  if (limit < 1) return false
  const { rows } = await sql`
    insert into visitor_usage as u (visitor_key, day, runs) values (${visitorKey}, (now() at time zone 'utc')::date, 1)
    on conflict (visitor_key, day) do update set runs = u.runs + 1 where u.runs < ${limit} returning 1`.execute(db)
  return rows.length > 0
}

/** How many runs are counted today (UTC). */
export async function countRuns(db: Queryable, visitorKey: string): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    select runs from visitor_usage where visitor_key = ${visitorKey} and day = (now() at time zone 'utc')::date`.execute(
    db,
  )
  return rows[0]?.runs ?? 0
}

/** Gives one run back: it was counted and could not be started. */
export async function returnRun(db: Queryable, visitorKey: string): Promise<void> {
  await sql`update visitor_usage set runs = runs - 1
    where visitor_key = ${visitorKey} and day = (now() at time zone 'utc')::date and runs > 0`.execute(db)
}
