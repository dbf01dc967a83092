/** The SQL of what the nodes of a run gave. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId, Json } from '#contract/core/primitives.ts'
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

/** The outputs of runs that succeeded, as JSON, with how their agents show them. Those that take more room than `most_bytes` are left out. */
export async function findSmallOutputs(
  db: Queryable,
  ids: readonly ExecutionId[],
  most_bytes: number,
): Promise<{ id: ExecutionId; output: Json; view: string | null }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: ExecutionId; output: Json; view: string | null }>`
    select e.id, e.output, v.view from executions e left join agent_versions v on v.id = e.agent_version_id
    where e.id = any(${sql.val(ids)}::uuid[]) and e.status = 'succeeded' and e.output_file is null
      and pg_column_size(e.output) <= ${most_bytes}`.execute(db)
  return rows
}
