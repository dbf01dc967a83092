/** What a paid order does to the subscription of its buyer, who is locked. */

import type { PaidOrder } from '#server/areas/billing/orders/purpose.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { endNow, pauseServicesBeyondLimit } from './endings.ts'
import { isTrial, startOfFirst } from './plan-change.ts'
import type { PlanSubject } from './plan-order.ts'
import { dropOpenRenewal, settleOpenRenewal } from './renewals.store.ts'
import { accessUntil, statusAfter } from './status-machine.ts'
import {
  findLive,
  findOwn,
  insertEvent,
  insertSubscription,
  type NewSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.store.ts'
import { periodEnd } from './terms.ts'
import { startAfterGrace } from './unpaid-grace.ts'

interface Paid {
  order: Pick<PaidOrder, 'id' | 'user_id' | 'amount_paise' | 'off_paise'>
  subject: PlanSubject
  now: Date
}

/** The period that was paid for, beginning at `start`. */
function paidPeriod({ order, subject }: Paid, start: Date, anchor = start) {
  const { plan_id, version_id, billing } = subject
  const period_end = periodEnd(anchor, billing, start)
  return {
    plan_id,
    version_id,
    billing,
    status: 'active',
    anchor_at: anchor,
    period_start: start,
    period_end,
    access_until: accessUntil('active', period_end),
    paid_order_id: order.id,
    // What an upgrade takes off later is what was paid, not what a coupon gave.
    paid_paise: Math.max(0, subject.price_paise - order.off_paise),
    next_plan_id: null,
    next_billing: null,
    cancelled_at: null,
  } as const satisfies Omit<NewSubscription, 'user_id'>
}

async function tell(tx: Queryable, paid: Paid, subscription: string, kind: string): Promise<void> {
  const { order, subject, now } = paid
  await insertEvent(tx, {
    subscription_id: subscription,
    user_id: order.user_id,
    kind,
    plan_id: subject.plan_id,
    billing: subject.billing,
    paise: order.amount_paise,
    order_id: order.id,
    happened_at: now,
  })
}

async function start(tx: Queryable, paid: Paid): Promise<void> {
  const { order, now } = paid
  const from = await startAfterGrace(tx, order.user_id, now, now)
  const id = await insertSubscription(tx, { user_id: order.user_id, ...paidPeriod(paid, from) })
  await tell(tx, paid, id, 'started')
}

/** The free days of the same plan are had to their end. */
async function startFromTrial(tx: Queryable, paid: Paid, live: SubscriptionRow): Promise<void> {
  const { order, subject, now } = paid
  const from = await startAfterGrace(tx, order.user_id, startOfFirst(live, subject.plan_id, now), now)
  await updateSubscription(tx, live.id, { ...paidPeriod(paid, from), status: statusAfter(live.status, 'paid') })
  await tell(tx, paid, live.id, 'started')
}

async function upgrade(tx: Queryable, paid: Paid, live: SubscriptionRow): Promise<void> {
  await dropOpenRenewal(tx, live.id)
  await updateSubscription(tx, live.id, { ...paidPeriod(paid, paid.now), status: statusAfter(live.status, 'paid') })
  await tell(tx, paid, live.id, 'upgraded')
}

/** The new period begins where the last one ended, however late it is paid. */
async function renew(tx: Queryable, paid: Paid, live: SubscriptionRow): Promise<void> {
  const { order, subject } = paid
  const from = live.period_end
  const goesOn = live.plan_id === subject.plan_id && live.billing === subject.billing
  await settleOpenRenewal(tx, live.id, { period_start: from, order: order.id })
  const period = paidPeriod(paid, from, goesOn ? live.anchor_at : from)
  await updateSubscription(tx, live.id, { ...period, status: statusAfter(live.status, 'paid') })
  await tell(tx, paid, live.id, 'renewed')
  await pauseServicesBeyondLimit(tx, order.user_id, paid.now)
}

/** A charge that was under way when its customer cancelled goes back: cancelled means that nothing renews. */
async function isCancelled(tx: Queryable, { order, subject }: Paid): Promise<boolean> {
  if (subject.subscription_id === null) return false
  return ((await findOwn(tx, order.user_id, subject.subscription_id))?.cancelled_at ?? null) !== null
}

/**
 * Hands over what was priced.
 * @returns false when it was paid already, so that this payment is for nothing
 */
export async function fulfilPlan(tx: Queryable, paid: Paid): Promise<boolean> {
  const { order, subject, now } = paid
  const found = await findLive(tx, order.user_id)
  if (found !== null && found.access_until <= now) await endNow(tx, found, { move: 'over', kind: 'ended', now })
  const live = found !== null && found.access_until > now ? found : null
  if (live === null) {
    // Of a larger plan only a part was paid, and what the rest was taken off is gone.
    if (subject.kind === 'upgrade') return false
    if (subject.kind === 'renew' && (await isCancelled(tx, paid))) return false
    await start(tx, paid)
    return true
  }
  const isSame =
    subject.subscription_id === live.id &&
    subject.until === live.period_end.toISOString() &&
    // What was taken off the price has not been given back since.
    (subject.before === null || subject.before.paid_paise === live.paid_paise)
  if (isTrial(live)) {
    if (subject.kind !== 'start') return false
    await startFromTrial(tx, paid, live)
    return true
  }
  if (!isSame || subject.kind === 'start') return false
  if (subject.kind === 'renew' && live.status === 'cancelled') return false
  await (subject.kind === 'upgrade' ? upgrade : renew)(tx, paid, live)
  return true
}
