/** Who may see and mark notices: every user, their own. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** @throws unauthenticated for a visitor */
export function mayReadOwnNotices(caller: Caller): Grant<'notice.own', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('notice.own', caller, caller.id)
}
