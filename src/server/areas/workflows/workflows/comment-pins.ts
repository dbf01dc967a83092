/** Comments stay at their node when it is renamed. */
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { Operation } from '#graph/operations.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { movePins } from './comments.store.ts'

/** In the transaction of the edits, in their order. */
export async function followRenames(
  tx: Queryable,
  workflow: WorkflowId,
  operations: readonly Operation[],
): Promise<void> {
  const renames = operations
    .flatMap((operation) => (operation.type === 'batch' ? operation.operations : [operation]))
    .flatMap((step) => (step.type === 'rename' ? [{ from: step.node_id, to: step.new_id }] : []))
  if (renames.length > 0) await movePins(tx, workflow, renames)
}
