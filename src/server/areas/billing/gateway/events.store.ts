/** The SQL of the gateway's events. */
import { sql } from 'kysely'
import type { Json } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ReceivedEvent {
  gateway: string
  id: string
  name: string
  payload: Json
}

/** @returns false when it was taken over already; one that failed is taken again */
export async function claimEvent(db: Queryable, { gateway, id, name, payload }: ReceivedEvent): Promise<boolean> {
  const { rows } = await sql`
    insert into gateway_events as e (gateway, event_id, event, payload)
    values (${gateway}, ${id}, ${name}, ${JSON.stringify(payload)}::jsonb)
    on conflict (gateway, event_id) do update set event = e.event where e.done_at is null returning event_id`.execute(
    db,
  )
  return rows.length > 0
}

export async function endEvent(db: Queryable, gateway: string, id: string, error: string | null): Promise<void> {
  await sql`update gateway_events set error = ${error}, done_at = case when ${error}::text is null then now() end
    where gateway = ${gateway} and event_id = ${id}`.execute(db)
}

/** They are kept as long as the gateway may send one again, and a good while to look at. */
export async function forgetEvents(db: Queryable, now: Date): Promise<void> {
  await sql`delete from gateway_events where received_at < ${now}::timestamptz - interval '180 days'`.execute(db)
}
