/** The SQL of which runs wait for a person. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/** Whether a person has to answer the wait, by its alias in the statement. */
export const asksPerson = (w: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${w}.resolved_at`)} is null and ${sql.ref(`${w}.wait`)} ->> 'type' in ('approval', 'form')`

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
  where ${asksPerson('x')})`

export async function isWaitingForPerson(db: Queryable, execution: string): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select ${waitsForPerson} as asks from executions e where e.id = ${execution}`.execute(db)
  return rows[0]?.asks === true
}
