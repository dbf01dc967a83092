/** The SQL of analytics events. */
import { sql } from 'kysely'
import type { JsonObject } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

export interface EventRow {
  name: string
  params: JsonObject
  ago_ms: number
}

export async function insertEvents(db: Queryable, session_id: string, events: readonly EventRow[]): Promise<void> {
  await sql`
    insert into analytics_events (name, params, session_id, at)
    select name, params, ${session_id}, now() - ago_ms * interval '1 millisecond'
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as t(name text, params jsonb, ago_ms int)`.execute(db)
}

/** @returns how many went */
export async function removeOlder(db: Queryable, months: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from analytics_events where at < now() - ${months} * interval '1 month'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
