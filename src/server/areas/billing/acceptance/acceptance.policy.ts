/** Who offers "Charged only when accepted" and sees what became of it: the seller. Buyers decide with `ownMoney`. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type OfferAcceptance = Grant<'acceptance.offer', UserId>

/** That an agent is one’s own is asked of the database. @throws unauthenticated, forbidden */
export function mayOfferAcceptance(caller: Caller): OfferAcceptance {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create')) throw new AppError('forbidden')
  return mint('acceptance.offer', caller, caller.id)
}
