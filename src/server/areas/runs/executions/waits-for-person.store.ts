/** The SQL of which runs wait for a person. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/**
 * Whether the run `e`, or one that its steps started, waits for a person to answer. A run also has the status `waiting` while it waits for
 * a time or for a run that it called, which need no answer.
 */
export const waitsForPerson = sql<boolean>`exists (
  with recursive tree as (
    select e.id where e.status in ('waiting', 'paused')
    union all
    select c.id from tree join executions c on c.parent_id = tree.id and c.finished_at is null
  )
  select from tree join execution_waits x on x.execution_id = tree.id
  where x.resolved_at is null and x.wait ->> 'type' in ('approval', 'form'))`

export async function isWaitingForPerson(db: Queryable, execution: string): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select ${waitsForPerson} as asks from executions e where e.id = ${execution}`.execute(db)
  return rows[0]?.asks === true
}
