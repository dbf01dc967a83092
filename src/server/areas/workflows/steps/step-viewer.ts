/** Who looks inside steps. */
import { UserId } from '#contract/core/primitives.ts'
import type { Owner } from '#nodes/ports.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { StepViewer } from './visible-steps.store.ts'

export const viewerOf = (caller: Caller): StepViewer => {
  if (caller.type === 'visitor') return null
  return caller.role === 'super_admin' ? 'all' : caller.id
}

/** The same for the owner of a run. */
export const viewerOfOwner = (owner: Owner): Exclude<StepViewer, 'owner'> =>
  'user_id' in owner ? UserId.parse(owner.user_id) : null
