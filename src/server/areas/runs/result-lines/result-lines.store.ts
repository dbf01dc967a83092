/** The SQL of what runs gave, for lists. */
import { sql } from 'kysely'
import type { ExecutionId, Json } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

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
