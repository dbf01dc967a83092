/** What went in and came out of a run, for the person whose run it is. */
import { AppError } from '#contract/core/errors.ts'
import { readWhole } from '#contract/core/json-text.ts'
import type { ExecutionId, Json, UserId, WorkflowId } from '#contract/core/primitives.ts'
import { type OpenOutput, readValues } from '#server/areas/runs/executions/values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findOwnRun } from './own-run.store.ts'

/**
 * @param open opens a value that was too large for its row
 * @throws not_found for a run of another person or another workflow, and for one whose content was deleted
 */
export async function readOwnRun(
  db: Queryable,
  owner: UserId,
  which: { execution_id: ExecutionId; workflow_id: WorkflowId },
  open: OpenOutput,
): Promise<{ title: string | null; input: Json; output: Json }> {
  const run = await findOwnRun(db, owner, which)
  if (!run) throw new AppError('not_found')
  const { input, output } = await readValues(db, which.execution_id, open)
  return { title: run.title, input: (await readWhole(input)) as Json, output: (await readWhole(output)) as Json }
}
