/** Coupons in words. */

import type { CouponPeriod, CouponState } from '#contract/billing/coupon-values.ts'
import type { Coupon, CouponScope } from '#contract/billing/coupons.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { memoisePerLocale, t } from '#web/lib/language.ts'
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
    ? gives.runs === 1
      ? t('1 free run')
      : t('{count} free runs', { count: gives.runs })
    : gives.type === 'percent'
      ? t('{amount} off', { amount: `${gives.percent} %` })
      : t('{amount} off', { amount: formatPaise(gives.paise) })

export const COUPON_PERIODS: Record<CouponPeriod, string> = { monthly: 'monthly', yearly: 'yearly', once: 'one-time' }
export const ALL_ITEMS: Record<CouponScope, string> = { own: 'All your agents', platform: 'All plans' }

const inOneLine = memoisePerLocale((locale) => new Intl.ListFormat(locale))

/** 'All your agents, monthly' */
export function itemsText({ items, periods }: Pick<Coupon, 'items' | 'periods'>, scope: CouponScope): string {
  const what = items?.map(({ name }) => name).join(', ') ?? t(ALL_ITEMS[scope])
  return periods === null ? what : `${what}, ${inOneLine().format(periods.map((period) => t(COUPON_PERIODS[period])))}`
}

/** What else must be true for it to work. */
export function termsText(coupon: Coupon): string {
  const { once_per_person, first_purchase, least_paise, starts_at, ends_at, state } = coupon
  const parts = [
    once_per_person ? t('once per person') : t('no limit per person'),
    first_purchase && t('first purchase'),
    least_paise > 0 && t('for {amount} or more', { amount: formatPaise(least_paise) }),
    state === 'coming' && t('from {day}', { day: formatDay(starts_at) }),
    ends_at !== null && t('until {day}', { day: formatDay(ends_at) }),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

export const usedText = ({ redeemed, most }: Coupon): string =>
  most === null
    ? formatNumber(redeemed)
    : t('{count} of {most}', { count: formatNumber(redeemed), most: formatNumber(most) })

/** Where a link with the code leads; null when it is for several things. */
export function couponLink({ code, items, periods }: Coupon, scope: CouponScope): string | null {
  const [only, ...others] = items ?? []
  if (!only || others.length > 0) return null
  if (scope === 'platform') return paths.subscribe(only.id, periods?.[0] === 'yearly' ? 'yearly' : 'monthly', code)
  return only.slug && paths.agent(only.slug, { code })
}
