/** Whose credits and purchases: one's own. The only place that mints grants on them. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type OwnMoney = Grant<'money.own', UserId>

/** @throws unauthenticated */
export function ownMoney(caller: Caller): OwnMoney {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('money.own', caller, caller.id)
}
