/** Periods and what is left of them, in whole months of UTC and whole paise. */

import type { Billing } from '#contract/billing/subscriptions.ts'
import { DAY_MS } from '#shared/time.ts'

const MONTHS: Record<Billing, number> = { monthly: 1, yearly: 12 }

/** The same day and time that many months on; the last day of a month that is too short. */
export function addMonths(anchor: Date, months: number): Date {
  const moved = new Date(anchor)
  moved.setUTCMonth(anchor.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(anchor.getUTCDate(), last))
  return moved
}

/** The end of the period that begins at `start`: the first whole number of periods from the anchor on that lies behind it. */
export function periodEnd(anchor: Date, billing: Billing, start: Date): Date {
  const months = (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + (start.getUTCMonth() - anchor.getUTCMonth())
  let count = Math.max(1, Math.floor(months / MONTHS[billing]))
  while (addMonths(anchor, count * MONTHS[billing]).getTime() <= start.getTime()) count++
  return addMonths(anchor, count * MONTHS[billing])
}

export interface Period {
  period_start: Date
  period_end: Date
}

const days = (from: Date, to: Date): number => Math.max(0, Math.ceil((to.getTime() - from.getTime()) / DAY_MS))

/**
 * What is left of `paise` that paid for a period, by its days, rounded down: a day that has begun is not used up, so that a price holds for
 * the day. All of it before the period begins, nothing behind its end.
 */
export function unusedPaise(paise: number, { period_start, period_end }: Period, now: Date): number {
  const whole = days(period_start, period_end)
  const left = Math.min(whole, days(now, period_end))
  return Number((BigInt(paise) * BigInt(left)) / BigInt(whole))
}

export interface Price {
  monthly_paise: number
  yearly_paise: number
}
export const priceOf = ({ monthly_paise, yearly_paise }: Price, billing: Billing): number =>
  billing === 'monthly' ? monthly_paise : yearly_paise
