/** Who orders and pays: every signed-in person, for themselves. */

import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import { DAY_MS } from '#shared/time.ts'
import type { OrderRow } from './orders.store.ts'
import { refundDays } from './refund-days.ts'

export type OwnOrders = Grant<'order.own', UserId>

/** @throws unauthenticated for a visitor */
export function mayManageOwnOrders(caller: Caller): OwnOrders {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('order.own', caller, caller.id)
}

/** Whether an order can be paid now. */
export function payAbility({ status, expires_at }: Pick<OrderRow, 'status' | 'expires_at'>, now: Date): Ability {
  if (status === 'paid') return refusedAbility('It is paid.')
  if (status === 'pending') return refusedAbility('A payment is in progress.')
  if (status === 'expired' || expires_at <= now)
    return refusedAbility('It has expired. Order again at the current price.')
  return allowed
}

/** Whether the buyer may ask for money back, as the refund policy says. */
export function askAbility(
  order: Pick<OrderRow, 'status' | 'paid_at' | 'purpose' | 'amount_paise' | 'refunded_paise' | 'lost_paise'> &
    Partial<Pick<OrderRow, 'subject'>>,
  { open, now }: { open: boolean; now: Date },
): Ability {
  if (order.status !== 'paid' || order.paid_at === null) return refusedAbility('Nothing was paid.')
  if (order.refunded_paise >= order.amount_paise) return refusedAbility('It was refunded.')
  if (order.refunded_paise + order.lost_paise >= order.amount_paise)
    return refusedAbility('Your bank returned this payment after a dispute.')
  if (open) return refusedAbility('Your request is waiting for a decision.')
  const days = refundDays(order)
  if (now.getTime() > order.paid_at.getTime() + days * DAY_MS)
    return refusedAbility(`You can request a refund within ${days} days of paying.`)
  return allowed
}
