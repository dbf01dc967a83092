/** Who reads what people did in an account: who owns it; in a workspace those with the right to manage it, which is asked where they enter it. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type Caller, isViewed } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type SeeActivity = Grant<'activity.see', UserId>

/** @throws unauthenticated, forbidden for who sees Chowk as another person */
export function maySeeActivity(caller: Caller): SeeActivity {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (isViewed(caller)) throw new AppError('forbidden')
  return mint('activity.see', caller, caller.id)
}
