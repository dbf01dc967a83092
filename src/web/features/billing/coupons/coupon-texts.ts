/** Coupons in words. */
import type { CouponPeriod, CouponState } from '#contract/billing/coupon-values.ts'
import type { Coupon, CouponScope } from '#contract/billing/coupons.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import type { Tone } from '#web/ui/tone.ts'

export const STATES: Record<CouponState, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  coming: { label: 'Not started', tone: 'neutral' },
  paused: { label: 'Paused', tone: 'warn' },
  used_up: { label: 'Used up', tone: 'neutral' },
  over: { label: 'Expired', tone: 'neutral' },
  ended: { label: 'Ended', tone: 'outline' },
}

export const giftText = ({ gives }: Pick<Coupon, 'gives'>): string =>
  gives.type === 'runs'
    ? `${gives.runs} free ${gives.runs === 1 ? 'run' : 'runs'}`
    : gives.type === 'percent'
      ? `${gives.percent} % off`
      : `${formatPaise(gives.paise)} off`

const PERIODS: Record<CouponScope, Record<CouponPeriod, string>> = {
  own: { monthly: 'monthly', yearly: 'yearly', once: 'one-time' },
  platform: { monthly: 'monthly', yearly: 'yearly', once: 'one-time' },
}
const ALL: Record<CouponScope, string> = { own: 'All your agents', platform: 'All plans' }

/** 'All your agents, by the month' */
export function itemsText({ items, periods }: Pick<Coupon, 'items' | 'periods'>, scope: CouponScope): string {
  const what = items?.map(({ name }) => name).join(', ') ?? ALL[scope]
  return periods === null ? what : `${what}, ${periods.map((period) => PERIODS[scope][period]).join(' and ')}`
}

/** What else must be true for it to work. */
export function termsText(coupon: Coupon): string {
  const { once_per_person, first_purchase, least_paise, starts_at, ends_at, state } = coupon
  const parts = [
    once_per_person ? 'once per person' : 'no limit per person',
    first_purchase && 'first purchase',
    least_paise > 0 && `for ${formatPaise(least_paise)} or more`,
    state === 'coming' && `from ${formatDay(starts_at)}`,
    ends_at !== null && `until ${formatDay(ends_at)}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

export const usedText = ({ redeemed, most }: Coupon): string =>
  most === null ? formatNumber(redeemed) : `${formatNumber(redeemed)} of ${formatNumber(most)}`

/** Where a link with the code leads; null when it is for several things. */
export function couponLink({ code, items, periods }: Coupon, scope: CouponScope): string | null {
  const [only, ...others] = items ?? []
  if (!only || others.length > 0) return null
  if (scope === 'platform') return paths.subscribe(only.id, periods?.[0] === 'yearly' ? 'yearly' : 'monthly', code)
  return only.slug && paths.agent(only.slug, { code })
}
