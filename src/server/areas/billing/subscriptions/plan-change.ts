/**
 * What choosing a plan means for a person with or without one: a larger plan starts immediately, a smaller one with the
 * next period.
 */
import type { Billing, PlanQuote } from '#contract/billing/subscriptions.ts'
import type { RenewalRow } from './renewals.store.ts'
import type { SubscriptionRow } from './subscriptions.store.ts'

export interface Step {
  kind: PlanQuote['kind']
  reason: string | null
}

export interface Target {
  plan_id: string
  /** Of the plan among the others, the smallest first. */
  position: number
  billing: Billing
}

const step = (kind: Step['kind'], reason: string | null = null): Step => ({ kind, reason })

/** Free days, running or cancelled: nothing of them was paid. */
export const isTrial = ({ trial_ends_at, paid_order_id, paid_paise }: SubscriptionRow): boolean =>
  trial_ends_at !== null && paid_order_id === null && paid_paise === 0

/** Where the first period of a plan begins: paying early takes nothing of its free days. */
export const startOfFirst = (live: SubscriptionRow | null, plan: string, now: Date): Date =>
  live !== null && isTrial(live) && live.plan_id === plan && live.period_end > now ? live.period_end : now

/** Its period is over and the next one not paid. */
const isDue = ({ status, period_end }: SubscriptionRow, now: Date): boolean =>
  status === 'past_due' || status === 'awaiting_customer' || (status === 'active' && period_end <= now)

/** Of the same plan a year is more than a month; of a larger plan a month instead of a paid year is not. */
function isLarger(live: SubscriptionRow, target: Target): boolean {
  if (target.billing === 'monthly' && live.billing === 'yearly') return false
  return target.position > live.position || (target.position === live.position && target.billing !== live.billing)
}

/** @param renewal the open one of the live subscription */
export function stepTo(live: SubscriptionRow | null, renewal: RenewalRow | null, target: Target, now: Date): Step {
  if (live === null || isTrial(live) || live.access_until <= now) return step('start')
  if (isDue(live, now)) return step('renew')
  if (renewal !== null && renewal.plan_id === target.plan_id && renewal.billing === target.billing) return step('renew')
  const isPresent = live.plan_id === target.plan_id && live.billing === target.billing
  if (!isPresent && isLarger(live, target)) return step('upgrade')
  if (live.status === 'cancelled') return step('none', 'Your plan is cancelled. Resume it first.')
  if (isPresent) return step('none', 'This is your current plan.')
  if (live.next_plan_id === target.plan_id && live.next_billing === target.billing)
    return step('none', 'This begins when your current period ends.')
  return step('later')
}
