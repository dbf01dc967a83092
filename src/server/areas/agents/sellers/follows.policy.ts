/** Who follows sellers: every signed-in user, for themselves. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { mint } from '#server/platform/access/grant.ts'
import type { FollowGrant } from './follows.store.ts'

/** @throws unauthenticated */
export function mayFollow(caller: Caller): FollowGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('seller.follow', caller, caller.id)
}
