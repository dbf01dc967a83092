/** The SQL of a run of one's own workflow. */
import { sql } from 'kysely'
import type { ExecutionId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Null for a run of another person or workflow, and for one without its content. */
export async function findOwnRun(
  db: Queryable,
  owner: UserId,
  { execution_id, workflow_id }: { execution_id: ExecutionId; workflow_id: WorkflowId },
): Promise<{ title: string | null } | null> {
  const { rows } = await sql<{ title: string | null }>`
    select e.title from executions e where e.id = ${execution_id} and e.workflow_id = ${workflow_id} and e.owner_id = ${owner}
      and e.payload_removed_at is null`.execute(db)
  return rows[0] ?? null
}
