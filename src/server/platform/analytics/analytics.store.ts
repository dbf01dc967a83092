/** The SQL of analytics events. */
import { sql } from 'kysely'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

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

/**
 * Stores one event of a user whose newest answer to this wording of the notice is yes. The row identifies nobody: its
 * session is of this
 * event only.
 * @returns that session; null when they did not agree
 */
export async function insertEventOf(
  tx: Queryable,
  person: UserId,
  { name, params }: { name: string; params: object },
  wording: number,
): Promise<string | null> {
  const { rows } = await sql<{ session_id: string }>`
    insert into analytics_events (name, params, session_id, at)
    select ${name}, ${JSON.stringify(params)}::jsonb, gen_random_uuid(), now()
    from (select granted, version from consents where user_id = ${person} and purpose = 'analytics'
      order by at desc, id desc limit 1) answer
    where answer.granted and answer.version = ${wording}
    returning session_id`.execute(tx)
  return rows[0]?.session_id ?? null
}

/** @returns how many went */
export async function removeOlder(db: Queryable, months: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from analytics_events where at < now() - ${months} * interval '1 month'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
