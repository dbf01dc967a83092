/** Whose credits and purchases: one's own. The only place that mints grants on them. */
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type OwnMoney = Grant<'money.own', UserId>

/** Looking at another person's money, for support. */
export type SeenMoney = Grant<'money.see', UserId>

/** @throws unauthenticated, forbidden */
export function maySeeMoneyOf(caller: Caller, user: UserId): SeenMoney {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!isAdminOrAbove(caller.role)) throw new AppError('forbidden')
  return mint('money.see', caller, user)
}

/** @throws unauthenticated */
export function ownMoney(caller: Caller): OwnMoney {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('money.own', caller, caller.id)
}
