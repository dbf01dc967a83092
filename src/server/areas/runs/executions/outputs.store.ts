/** The SQL of what the nodes of a run gave. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/**
 * Whether the output of the run `e` is above 256 kB, without reading it: it is in a file then. Outputs from before there were such files
 * are known by what they take on the disk.
 */
export const hasLargeOutput: RawBuilder<boolean> = sql`(e.output_file is not null or coalesce(pg_column_size(e.output) > 262144, false))`

/** What one node gave, as JSON, or where it is kept. */
export async function findNodeOutput(
  db: Queryable,
  id: ExecutionId,
  node_id: string,
  iteration: string,
): Promise<{ output: string | null; stored: string | null } | null> {
  const { rows } = await sql<{ output: string | null; stored: string | null }>`
    select output::text as output, stored from node_runs
    where execution_id = ${id} and node_id = ${node_id} and iteration = ${iteration}`.execute(db)
  return rows[0] ?? null
}

/** What the nodes outside of maps gave, in the order they ended; large ones are named. */
export async function findOutputs(
  db: Queryable,
  id: ExecutionId,
): Promise<{ output: unknown; stored: string | null }[]> {
  const { rows } = await sql<{ output: unknown; stored: string | null }>`
    select output, stored from node_runs where execution_id = ${id} and iteration = '' order by seq`.execute(db)
  return rows
}
