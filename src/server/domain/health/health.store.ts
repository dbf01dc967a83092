/** The SQL of health. */
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'

export async function answers(db: Queryable): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}

/**
 * False when runs have waited for `minutes` and none has begun in that time. Age alone proves nothing: one owner's backlog, or a limit on
 * how many of their runs go on at once, keeps runs waiting while everybody else is served. Served by the indexes of queued runs, and of
 * runs by creation, which reach as far back as a run may have waited.
 */
export async function queueMoves(db: Queryable, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ moves: boolean }>`
    select not exists (select 1 from executions where status = 'queued' and created_at < now() - make_interval(mins => ${minutes}))
      or exists (select 1 from executions where started_at > now() - make_interval(mins => ${minutes})
        and created_at > now() - make_interval(days => 1)) as moves`.execute(db)
  return rows[0]?.moves ?? true
}
