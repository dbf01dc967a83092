/** The SQL of what is decided about the results of a batch. */
import { sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { BatchId } from '#contract/services/batches.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface DecidedRow {
  waiting: number
  waiting_paise: number
  accepted: number
  rejected: number
  next_at: Date | null
}

export async function countDecided(db: Queryable, batch: BatchId): Promise<DecidedRow> {
  const { rows } = await sql<DecidedRow>`
    select (count(*) filter (where c.status = 'awaiting'))::int as waiting,
      coalesce(sum(c.price_paise) filter (where c.status = 'awaiting'), 0)::float8 as waiting_paise,
      (count(*) filter (where c.status = 'settled'))::int as accepted, (count(*) filter (where c.status = 'rejected'))::int as rejected,
      min(c.accept_until) filter (where c.status = 'awaiting') as next_at
    from batch_items i join charges c on c.execution_id = i.execution_id and c.accept_until is not null
    where i.batch_id = ${batch}`.execute(db)
  return rows[0] ?? { waiting: 0, waiting_paise: 0, accepted: 0, rejected: 0, next_at: null }
}

export interface DecidableRow {
  execution_id: ExecutionId
  price_paise: number
}

/** Results that wait, in the order of the batch; of those named also what was rejected. */
export async function findDecidable(
  db: Queryable,
  batch: BatchId,
  named: readonly string[] | null,
  limit: number,
): Promise<DecidableRow[]> {
  const among =
    named === null
      ? sql`c.status = 'awaiting'`
      : sql`c.status in ('awaiting', 'rejected') and c.execution_id = any(${sql.val(named)}::uuid[])`
  const { rows } = await sql<DecidableRow>`
    select c.execution_id, c.price_paise::float8 as price_paise
    from batch_items i join charges c on c.execution_id = i.execution_id and c.accept_until is not null
    where i.batch_id = ${batch} and ${among} order by i.position limit ${limit}`.execute(db)
  return rows
}
