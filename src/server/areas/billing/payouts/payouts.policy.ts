/** Who sees their payouts, and who sends them. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { PayoutRow } from './payouts.store.ts'

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

/** What RazorpayX pays, it says the end of. A bank may send a payment back days after it was made. */
export function endAbility({ status, via }: Pick<PayoutRow, 'status' | 'via'>): Ability {
  if (status === 'sent' || status === 'paid')
    return via === 'bank_file' ? allowed : refusedAbility('RazorpayX reports its status.')
  return status === 'prepared' ? allowed : refusedAbility(`This payout is ${status}.`)
}

export const retryAbility = ({ status }: Pick<PayoutRow, 'status'>): Ability =>
  status === 'failed' || status === 'reversed' ? allowed : refusedAbility(`This payout is ${status}.`)
