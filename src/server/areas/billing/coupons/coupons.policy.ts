/** Who gives coupons: sellers for their own agents, super admins for plans. The only place that mints grants on them. */

import type { CouponState } from '#contract/billing/coupon-values.ts'
import type { Coupon, CouponScope } from '#contract/billing/coupons.ts'
import { allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { CouponRow } from './coupons.store.ts'

/** `seller_id` null: the platform. */
export interface Giver {
  by: UserId
  seller_id: UserId | null
}
export type GiveGrant = Grant<'coupon.give', Giver>
export type ChangeGrant = Grant<'coupon.change', Giver & { id: CouponRow['id'] }>

/** @throws unauthenticated, forbidden: those who may not sell, and API keys */
function seller(caller: Caller): UserCaller {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create') || caller.api_key) throw new AppError('forbidden')
  return caller
}

/** @throws unauthenticated, forbidden */
export function mayGive(caller: Caller, scope: CouponScope): GiveGrant {
  const { id, role } = seller(caller)
  if (scope === 'platform' && role !== 'super_admin') throw new AppError('forbidden')
  return mint('coupon.give', caller, { by: id, seller_id: scope === 'own' ? id : null })
}

/** One's own, or the platform's for a super admin; to others it is not there. @throws unauthenticated, forbidden, not_found */
export function mayChange(caller: Caller, row: Pick<CouponRow, 'id' | 'seller_id'> | null): ChangeGrant {
  const { id: by, role } = seller(caller)
  const isTheirs = row && (row.seller_id === null ? role === 'super_admin' : row.seller_id === by)
  if (!row || !isTheirs) throw new AppError('not_found')
  return mint('coupon.change', caller, { by, seller_id: row.seller_id, id: row.id })
}

export function couponStateOf(row: CouponRow, now: Date): CouponState {
  if (row.ended_at !== null) return 'ended'
  if (row.ends_at !== null && row.ends_at <= now) return 'over'
  if (row.paused_at !== null) return 'paused'
  if (row.most !== null && row.redeemed >= row.most) return 'used_up'
  return row.starts_at > now ? 'coming' : 'active'
}

/** What its giver may do with it. */
export function couponAbilities(row: CouponRow, now: Date): Coupon['abilities'] {
  const state = couponStateOf(row, now)
  const gone = state === 'ended' ? refusedAbility('It has ended.') : null
  const past = gone ?? (state === 'over' ? refusedAbility('It has expired.') : null)
  return {
    pause: past ?? (row.paused_at === null ? allowed : refusedAbility('It’s paused.')),
    resume: past ?? (row.paused_at !== null ? allowed : refusedAbility('It isn’t paused.')),
    end: gone ?? allowed,
  }
}
