/** The SQL of what the settings page counts. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/** Runs whose start is held. */
export async function countHeldRuns(db: Queryable): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    select count(*)::int as runs from held_starts h join executions e on e.id = h.execution_id
    where e.status = 'queued'`.execute(db)
  return rows[0]?.runs ?? 0
}
