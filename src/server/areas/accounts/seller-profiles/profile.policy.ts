/** Who may say where a seller is paid, and who finds it right. */
import { rankOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type OwnProfile = Grant<'seller_profile.own', UserId>

/** @throws unauthenticated, forbidden: those who may not sell, and API keys */
export function ownSellerProfile(caller: Caller): OwnProfile {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create') || caller.api_key) throw new AppError('forbidden')
  return mint('seller_profile.own', caller, caller.id)
}

/** Only a user who has just confirmed their identity can change where payouts go. @throws confirmation_needed */
export function mayChangePayee({ by, on }: OwnProfile, fresh: boolean): Grant<'seller_profile.payee', UserId> {
  if (!fresh) throw new AppError('confirmation_needed')
  return mint('seller_profile.payee', by, on)
}

/** @throws unauthenticated, forbidden */
export function mayReadProfiles(caller: Caller): Grant<'seller_profile.list', null> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (rankOf(caller.role) < 4) throw new AppError('forbidden')
  return mint('seller_profile.list', caller, null)
}

/** Nobody finds their own details right. @throws unauthenticated, forbidden */
export function mayDecideProfile(caller: Caller, seller: UserId): Grant<'seller_profile.decide', UserId> {
  const { by } = mayReadProfiles(caller)
  if (by.type === 'user' && by.id === seller) throw new AppError('forbidden')
  return mint('seller_profile.decide', by, seller)
}
