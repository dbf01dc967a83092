/** The SQL of callbacks of batches. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { BatchId } from '#contract/services/batches.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface CallbackRow {
  id: string
  url: string
  status: 'waiting' | 'delivered' | 'failed'
  attempts: number
  last_status: number | null
  last_error: string | null
  next_at: Date
  created_at: Date
  delivered_at: Date | null
}

const columns = sql`c.id, c.url, c.status, c.attempts, c.last_status, c.last_error, c.next_at, c.created_at, c.delivered_at`

export async function insertCallback(
  tx: Queryable,
  batch: BatchId,
  id: string,
  url: string,
  body: string,
): Promise<void> {
  await sql`insert into callback_deliveries (id, batch_id, url, body) values (${id}, ${batch}, ${url}, ${body}::jsonb)`.execute(
    tx,
  )
}

/** Newest first. */
export async function findCallbacks(
  db: Queryable,
  batch: BatchId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CallbackRow[]; total: number }> {
  const { rows } = await sql<CallbackRow>`
    select ${columns} from callback_deliveries c where c.batch_id = ${batch} order by c.created_at desc, c.id
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from callback_deliveries where batch_id = ${batch}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Is sent again at once, whatever came of it. @returns null for one of another batch */
export async function requeueCallback(db: Queryable, batch: BatchId, id: string): Promise<CallbackRow | null> {
  const { rows } = await sql<CallbackRow>`
    update callback_deliveries c set status = 'waiting', attempts = 0, next_at = now(), delivered_at = null
    where c.id = ${id} and c.batch_id = ${batch} returning ${columns}`.execute(db)
  return rows[0] ?? null
}

export interface DueCallback {
  id: string
  batch_id: BatchId
  owner_id: UserId
  url: string
  body: unknown
  attempts: number
}

/** Takes those that are due, for so long: a process that dies on the way leaves them to the next. */
export async function takeDue(db: Queryable, limit: number, lease_s: number): Promise<DueCallback[]> {
  const { rows } = await sql<DueCallback>`
    with due as (
      select id from callback_deliveries where status = 'waiting' and next_at <= now()
      order by next_at limit ${limit} for update skip locked)
    update callback_deliveries c set next_at = now() + make_interval(secs => ${lease_s}), attempts = c.attempts + 1
    from due, batches b where c.id = due.id and b.id = c.batch_id
    returning c.id, c.batch_id, b.owner_id, c.url, c.body, c.attempts`.execute(db)
  return rows
}

type Outcome =
  | { status: 'delivered'; last_status: number }
  | { status: 'waiting' | 'failed'; last_status: number | null; last_error: string; pause_s: number }

/** Unless it was sent again at its owner’s request meanwhile. */
export async function noteOutcome(db: Queryable, { id, attempts }: DueCallback, outcome: Outcome): Promise<void> {
  const [error, pause_s] = outcome.status === 'delivered' ? [null, 0] : [outcome.last_error, outcome.pause_s]
  await sql`
    update callback_deliveries set status = ${outcome.status}, last_status = ${outcome.last_status}, last_error = ${error},
      next_at = now() + make_interval(secs => ${pause_s}), delivered_at = case when ${outcome.status} = 'delivered' then now() end
    where id = ${id} and attempts = ${attempts}`.execute(db)
}
