/** Who invites people to create an account: admins. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

function admin(caller: Caller): UserId {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('users.manage')) throw new AppError('forbidden')
  return caller.id
}

/** @throws unauthenticated, forbidden */
export const mayListInvitations = (caller: Caller): Grant<'invitation.list', UserId> =>
  mint('invitation.list', caller, admin(caller))

/** @throws unauthenticated, forbidden */
export const mayInvite = (caller: Caller): Grant<'invitation.send', UserId> =>
  mint('invitation.send', caller, admin(caller))

/** @throws unauthenticated, forbidden */
export const mayWithdrawInvitations = (caller: Caller): Grant<'invitation.withdraw', UserId> =>
  mint('invitation.withdraw', caller, admin(caller))
