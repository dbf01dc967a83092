/** The SQL of which addresses a mail of a step went to. */
import { sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/**
 * The run, then the runs it continues: each has reused finished steps of the one before; a run that was started again
 * from the beginning has reused none.
 */
export async function findRetriedRuns(db: Queryable, run: ExecutionId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive line as (
      select id, source_id, 0 as depth from executions where id = ${run}
      union all
      select s.id, s.source_id, l.depth + 1 from line l join executions s on s.id = l.source_id
      where exists (
        select from node_runs taken join node_runs earlier on earlier.execution_id = s.id and earlier.node_id = taken.node_id
          and earlier.iteration = taken.iteration and earlier.finished_at = taken.finished_at
        where taken.execution_id = l.id)
    )
    select id from line order by depth`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DeliveryRow {
  id: string
  content_id: string
}

export async function findDeliveries(db: Queryable, ids: readonly string[]): Promise<DeliveryRow[]> {
  return db.selectFrom('mail_deliveries').select(['id', 'content_id']).where('id', 'in', ids).execute()
}

export async function insertDelivery(db: Queryable, row: DeliveryRow & { run_id: ExecutionId }): Promise<void> {
  await db
    .insertInto('mail_deliveries')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
