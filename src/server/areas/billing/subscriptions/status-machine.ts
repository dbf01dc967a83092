/**
 * The states of a subscription. One person has at most one that has not ended; what holds is its plan, until `access_until`.
 *
 * A subscription begins as `trialing` (seven days of the Starter plan, once per mailbox, no card) or, when it is paid, as `active`.
 * A trial that is paid for becomes `active`, its paid period beginning where the free days end; one that is not paid for has `ended`
 * with its last day.
 *
 * An `active` one renews: its next period is announced, and due when the present one ends. A renewal that the bank may be asked for
 * without the customer is charged, and the subscription stays `active`; when that fails it is `past_due`, and tried again after 2, 5, 7
 * and 7 days. A renewal that only the customer can pay (no mandate, or above ₹15,000 with GST) makes it `awaiting_customer`, with a pay
 * link, and reminders on the same days. Both keep the plan meanwhile, and come back to `active` with the payment, whose period begins
 * where the last one ended: days of grace are not free days. Three days after the last try it has `ended`.
 * So has an `active` one that nobody looked at until then.
 *
 * A larger plan begins at once, with its payment, and what is left of the period is taken off its price; a smaller one begins with the next
 * period. Neither changes the state.
 *
 * Cancelling makes it `cancelled`: the plan holds until the end of the period, and nothing renews. Until then it can be resumed, or a
 * larger plan be paid. Who cancels with a payment open has nothing left to hold, and it has `ended`. So has one whose payment is given back
 * in full; of a larger plan that was, the period before goes on. Nothing leaves `ended`; whoever comes back begins
 * another one, which is paid for from the days of grace on that they used (`unpaid-grace.ts`).
 */

import { SUBSCRIPTIONS } from '#contract/billing/plans.ts'
import type { SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import { AppError } from '#contract/core/errors.ts'
import { DAY_MS } from '#shared/time.ts'

export type SubscriptionMove =
  /** A period, or a larger plan, is paid. */
  | 'paid'
  /** A renewal could not be charged. */
  | 'charge_failed'
  /** A renewal is due that only the customer can pay. */
  | 'customer_asked'
  | 'cancel'
  | 'resume'
  /** Resumed before its trial was over. */
  | 'resume_trial'
  /** What it waited for has not come, or its time has passed. */
  | 'over'
  /** What paid for it was given back. */
  | 'given_back'

export const MOVES: Record<SubscriptionStatus, Partial<Record<SubscriptionMove, SubscriptionStatus>>> = {
  trialing: { paid: 'active', cancel: 'cancelled', over: 'ended' },
  active: {
    paid: 'active',
    charge_failed: 'past_due',
    customer_asked: 'awaiting_customer',
    cancel: 'cancelled',
    over: 'ended',
    given_back: 'ended',
  },
  past_due: {
    paid: 'active',
    charge_failed: 'past_due',
    customer_asked: 'awaiting_customer',
    cancel: 'ended',
    over: 'ended',
    given_back: 'ended',
  },
  awaiting_customer: {
    paid: 'active',
    charge_failed: 'past_due',
    customer_asked: 'awaiting_customer',
    cancel: 'ended',
    over: 'ended',
    given_back: 'ended',
  },
  cancelled: { paid: 'active', resume: 'active', resume_trial: 'trialing', over: 'ended', given_back: 'ended' },
  ended: {},
}

export const isPossible = (status: SubscriptionStatus, move: SubscriptionMove): boolean =>
  MOVES[status][move] !== undefined

/** The state after a move. @throws illegal_transition */
export function statusAfter(status: SubscriptionStatus, move: SubscriptionMove): SubscriptionStatus {
  const next = MOVES[status][move]
  if (next === undefined) throw new AppError('illegal_transition')
  return next
}

const RETRY_DAYS = SUBSCRIPTIONS.retry_after_days.reduce<number>((sum, days) => sum + days, 0)

/** From the end of a period to the end of the plan when its renewal is never paid, in ms. */
export const GRACE_MS = (RETRY_DAYS + SUBSCRIPTIONS.grace_days) * DAY_MS

/** How long the plan holds in a state when nothing more happens. */
export const accessUntil = (status: SubscriptionStatus, period_end: Date): Date =>
  status === 'trialing' || status === 'cancelled' || status === 'ended'
    ? period_end
    : new Date(period_end.getTime() + GRACE_MS)

/** When the next try comes after `attempts` that failed, the first of them at `due`; null when there is none. */
export function nextAttemptAt(due: Date, attempts: number): Date | null {
  if (attempts > SUBSCRIPTIONS.retry_after_days.length) return null
  const days = SUBSCRIPTIONS.retry_after_days.slice(0, attempts).reduce<number>((sum, more) => sum + more, 0)
  return new Date(due.getTime() + days * DAY_MS)
}
