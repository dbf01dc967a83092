/** Who asks for money back, and who decides: the seller of what was bought, or an admin; never the buyer themselves. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { RefundRow } from './refunds.store.ts'

const user = (caller: Caller): UserCaller => {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return caller
}

/** @throws unauthenticated */
export const ownRefunds = (caller: Caller): Grant<'refund.own', UserId> =>
  mint('refund.own', user(caller), user(caller).id)

/** @throws unauthenticated, forbidden */
export function mayAdminister(caller: Caller): Grant<'refund.administer', UserId> {
  const { role, id } = user(caller)
  if (!isAdminOrAbove(role)) throw new AppError('forbidden')
  return mint('refund.administer', user(caller), id)
}

export type Parties = Pick<RefundRow, 'buyer_id' | 'seller_id'>

const decides = ({ id, role }: Pick<UserCaller, 'id' | 'role'>, { buyer_id, seller_id }: Parties): boolean =>
  id !== buyer_id && (isAdminOrAbove(role) || id === seller_id)

export function decideAbility(by: Pick<UserCaller, 'id' | 'role'>, refund: RefundRow): Ability {
  if (!decides(by, refund)) return refusedAbility('The seller or an admin has to decide.')
  return refund.status === 'requested' ? allowed : refusedAbility('This was already answered.')
}

export const withdrawAbility = ({ id }: Pick<UserCaller, 'id'>, refund: RefundRow): Ability => {
  if (refund.buyer_id !== id) return refusedAbility('The buyer requested it.')
  return refund.status === 'requested' ? allowed : refusedAbility('It was already answered.')
}

export const retryAbility = ({ role }: Pick<UserCaller, 'role'>, refund: RefundRow): Ability => {
  if (!isAdminOrAbove(role)) return refusedAbility('Only an admin can send it again.')
  return refund.status === 'failed' ? allowed : refusedAbility('It didn’t fail.')
}

/** @throws not_found for who has no part in it; forbidden for the buyer */
export function mayGive(caller: Caller, parties: Parties): Grant<'refund.give', Parties> {
  const by = user(caller)
  if (decides(by, parties)) return mint('refund.give', by, parties)
  throw new AppError('not_found')
}

/** @throws not_found, illegal_transition */
export function mayDecide(caller: Caller, refund: RefundRow): Grant<'refund.decide', RefundRow> {
  const by = user(caller)
  if (!decides(by, refund)) throw new AppError(refund.buyer_id === by.id ? 'forbidden' : 'not_found')
  const ability = decideAbility(by, refund)
  if (!ability.allowed)
    throw new AppError('illegal_transition', { message: ability.reason ?? 'It was already answered.' })
  return mint('refund.decide', by, refund)
}
