/** A document may call workflows of its owner only. The engine looks again when it runs: a workflow may be gone by then. */
import type { Problem } from '#contract/envelope.ts'
import { AppError } from '#contract/errors.ts'
import type { UserId } from '#contract/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Queryable } from '#server/database/database.ts'
import { ownedWorkflows } from './called.store.ts'
import { namedSettings } from './named-settings.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The settings that name workflows: `workflow_id` of one that is called. An expression is looked at when it runs. */
const calledBy = (document: WorkflowDocument) =>
  namedSettings(document, 'workflow_id').filter(({ id }) => UUID.test(id))

/**
 * Refuses a workflow that is not the owner's, whether it is somebody else's or nobody's. What the document named `before` stays: a
 * workflow that was deleted must not keep the rest from being edited.
 * @throws invalid_input with a problem `foreign_workflow` per node
 */
export async function refuseForeignWorkflows(
  db: Queryable,
  owner: UserId,
  document: WorkflowDocument,
  before: WorkflowDocument | null = null,
): Promise<void> {
  const kept = new Set(before ? calledBy(before).map(({ id }) => id) : [])
  const called = calledBy(document).filter(({ id }) => !kept.has(id))
  if (called.length === 0) return
  const owned = await ownedWorkflows(db, owner, [...new Set(called.map(({ id }) => id))])
  const problems = called
    .filter(({ id }) => !owned.has(id))
    .map(
      ({ node, path }): Problem => ({
        message: 'There is no such workflow. Choose one of your own.',
        field: `document.${node}.${path}`,
        code: 'foreign_workflow',
      }),
    )
  if (problems.length > 0) throw new AppError('invalid_input', { problems: problems.slice(0, 20) })
}
