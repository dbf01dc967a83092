/** The SQL of requests with an Idempotency-Key. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

export interface IdempotentRow {
  fingerprint: Buffer | null
  /** Null while the first request is being worked on; empty when it went with the data of its run. */
  answer: Buffer | null
  /** It began so long ago that nothing works on it any more. */
  abandoned: boolean
}

/** Claims a key for the first request with it. @returns null when it was free, else the request that has it */
export async function claimKey(db: Queryable, id: Buffer, fingerprint: Buffer | null): Promise<IdempotentRow | null> {
  const claimed = await sql`
    insert into idempotent_requests as r (id, fingerprint) values (${id}, ${fingerprint})
    on conflict (id) do update set fingerprint = excluded.fingerprint, answer = null, execution_id = null, created_at = now()
      where r.created_at < now() - interval '24 hours'
    returning 1`.execute(db)
  if (claimed.rows.length > 0) return null
  const { rows } = await sql<IdempotentRow>`
    select fingerprint, answer, answer is null and created_at < now() - interval '15 minutes' as abandoned
    from idempotent_requests where id = ${id}`.execute(db)
  // Released between the two statements: the caller is told that it is being worked on, and tries again.
  return rows[0] ?? { fingerprint, answer: null, abandoned: false }
}

export async function storeAnswer(
  db: Queryable,
  id: Buffer,
  { fingerprint, answer, execution_id }: { fingerprint: Buffer; answer: Buffer; execution_id: string | null },
): Promise<void> {
  await sql`update idempotent_requests set fingerprint = ${fingerprint}, answer = ${answer}, execution_id = ${execution_id}
    where id = ${id}`.execute(db)
}

/** The answers that tell of these runs, whose data is removed. */
export async function clearAnswers(tx: Queryable, executions: readonly string[]): Promise<void> {
  await sql`update idempotent_requests set answer = '' where answer is not null
    and execution_id = any(${sql.val(executions)}::uuid[])`.execute(tx)
}

export async function releaseKey(db: Queryable, id: Buffer): Promise<void> {
  await sql`delete from idempotent_requests where id = ${id} and answer is null`.execute(db)
}

export async function removeOldRequests(db: Queryable): Promise<void> {
  await sql`delete from idempotent_requests where created_at < now() - interval '24 hours'`.execute(db)
}
