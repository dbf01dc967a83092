/** The SQL of mandates that are to end at the gateway; a trigger of `mandates` writes them. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

export interface EndingRow {
  gateway: string
  token_id: string
  customer_id: string
  method: string
  attempts: number
}

/** Takes what is due for `lease_s` seconds, past what other processes are taking. */
export const takeEndings = async (
  db: Queryable,
  gateway: string,
  now: Date,
  limit: number,
  lease_s: number,
): Promise<EndingRow[]> =>
  (
    await sql<EndingRow>`
      update mandate_endings m set attempts = attempts + 1, next_try_at = ${now}::timestamptz + make_interval(secs => ${lease_s})
      where (gateway, token_id) in (select gateway, token_id from mandate_endings where gateway = ${gateway} and next_try_at <= ${now}
        order by next_try_at limit ${limit} for update skip locked)
      returning m.gateway, m.token_id, m.customer_id, m.method, m.attempts`.execute(db)
  ).rows

export async function forgetEnding(db: Queryable, { gateway, token_id }: EndingRow): Promise<void> {
  await sql`delete from mandate_endings where gateway = ${gateway} and token_id = ${token_id}`.execute(db)
}

export async function noteTried(
  tx: Queryable,
  { gateway, token_id }: EndingRow,
  { next, error }: { next: Date; error: string },
): Promise<void> {
  await sql`update mandate_endings set next_try_at = ${next}, last_error = ${error}
    where gateway = ${gateway} and token_id = ${token_id}`.execute(tx)
}
