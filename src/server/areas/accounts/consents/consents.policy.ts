/** Who may agree or decline: every user, for themselves. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** @throws unauthenticated for a visitor, whose answer stays in the browser */
export function mayAnswerConsents(caller: Caller): Grant<'consent.own', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('consent.own', caller, caller.id)
}
