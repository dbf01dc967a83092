/** Whether the models and model settings of the person who runs a workflow count in its steps. */
import type { RunAs } from '#nodes/ports.ts'
import type { Queryable } from '#server/database/database.ts'
import { viewerOfOwner } from '#server/domain/executions/visible-steps.ts'
import { isVersionOpenTo } from './needs.store.ts'

/**
 * Only where the steps are open to the runner. The server of a model reads the prompts and the data between the steps, and chooses tool
 * calls that are made with the author's credentials; a runner's own server would tell the runner all of it.
 */
export async function mayAskOwnModels(db: Queryable, { owner, author, version }: RunAs): Promise<boolean> {
  if (!('user_id' in owner)) return false
  return version === null || owner.user_id === author || isVersionOpenTo(db, version, viewerOfOwner(owner))
}
