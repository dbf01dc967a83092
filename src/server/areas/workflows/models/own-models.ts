/** Whether the models and model settings of the person who runs a workflow count in its steps. */
import type { UserId } from '#contract/core/primitives.ts'
import type { RunAs } from '#nodes/ports.ts'
import { viewerOfOwner } from '#server/areas/workflows/steps/step-viewer.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isVersionOpenTo, isVersionSharedWith } from './needs.store.ts'

/** Said only where the person's own model would be asked instead. */
export const OR_YOUR_OWN = ', or use a model of your own (Settings, Models)'

/**
 * A model's server reads the prompts and the data between the steps, so a runner's own model is asked only where the steps are open to
 * the runner. It also chooses tool calls, which are made with the author's credentials, so a step with tools asks it only in a workflow
 * that the runner owns or shares.
 */
export async function mayAskOwnModels(
  db: Queryable,
  { owner, author, version }: RunAs,
  { hasTools }: { hasTools: boolean },
): Promise<boolean> {
  if (!('user_id' in owner)) return false
  if (version === null || owner.user_id === author) return true
  return hasTools
    ? isVersionSharedWith(db, version, owner.user_id as UserId)
    : isVersionOpenTo(db, version, viewerOfOwner(owner))
}
