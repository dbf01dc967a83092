/** The SQL of platform status. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/** How long the oldest run has waited to begin, in ms; 0 when none waits. */
export async function findQueueAge(db: Queryable): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from now() - min(created_at)) * 1000)::float8 as ms
    from executions where status = 'queued'`.execute(db)
  return rows[0]?.ms ?? 0
}
