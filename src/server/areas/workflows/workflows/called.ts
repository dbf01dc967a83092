/**
 * A document may call workflows of its owner only, and a member may add calls of those alone that they may read themselves. The engine
 * looks again when it runs: a workflow may be gone by then, and an expression is known only then.
 */
import type { UserId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { isId, namedSettings, refuseUnowned } from '#server/areas/workflows/steps/named-settings.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { callableBy } from './called.store.ts'

/** The settings that name workflows: `workflow_id` of one that is called. */
const calledBy = (document: WorkflowDocument) => namedSettings(document, 'workflow_id').filter(({ id }) => isId(id))

/**
 * Refuses a workflow that is not the owner's or that the author may not read, whether it is another person's or nobody's.
 * @throws invalid_input with a problem `foreign_workflow` per place
 */
export const refuseForeignWorkflows = (
  db: Queryable,
  { owner, author }: { owner: UserId; author: UserId },
  document: WorkflowDocument,
  before: WorkflowDocument | null = null,
): Promise<void> =>
  refuseUnowned(calledBy(document), before ? calledBy(before) : [], (ids) => callableBy(db, { owner, author }, ids), {
    code: 'foreign_workflow',
    message: 'This workflow doesn’t exist. Choose one of your own.',
  })
