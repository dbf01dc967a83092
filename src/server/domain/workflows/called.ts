/** A document may call workflows of its owner only. The engine looks again when it runs: a workflow may be gone by then. */
import type { UserId, WorkflowId } from '#contract/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Queryable } from '#server/database/database.ts'
import { ownedWorkflows } from './called.store.ts'
import { isId, namedSettings, refuseUnowned } from './named-settings.ts'

/** The settings that name workflows: `workflow_id` of one that is called. An expression is looked at when it runs. */
const calledBy = (document: WorkflowDocument) => namedSettings(document, 'workflow_id').filter(({ id }) => isId(id))

/**
 * Refuses a workflow that is not the owner's, whether it is somebody else's or nobody's.
 * @throws invalid_input with a problem `foreign_workflow` per place
 */
export const refuseForeignWorkflows = (
  db: Queryable,
  owner: UserId,
  document: WorkflowDocument,
  before: WorkflowDocument | null = null,
): Promise<void> =>
  refuseUnowned(calledBy(document), before ? calledBy(before) : [], (ids) => ownedWorkflows(db, owner, ids), {
    code: 'foreign_workflow',
    message: 'There is no such workflow. Choose one of your own.',
  })

/** Whether a stored document has a step that runs this workflow. */
export const runsWorkflow = (document: unknown, workflow: WorkflowId): boolean =>
  document !== null && calledBy(document as WorkflowDocument).some(({ id }) => id === workflow)
