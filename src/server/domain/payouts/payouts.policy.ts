/** Who sees their payouts, and who sends them. */
import { AppError } from '#contract/errors.ts'
import type { UserId } from '#contract/primitives.ts'
import type { Caller } from '#server/domain/caller.ts'
import { type Grant, mint } from '#server/domain/grant.ts'

/** @throws unauthenticated, forbidden */
export function ownPayouts(caller: Caller): Grant<'payout.own', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create')) throw new AppError('forbidden')
  return mint('payout.own', caller, caller.id)
}

/** @throws unauthenticated, forbidden */
export function maySendPayouts(caller: Caller): Grant<'payout.send', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin' || caller.api_key) throw new AppError('forbidden')
  return mint('payout.send', caller, caller.id)
}
