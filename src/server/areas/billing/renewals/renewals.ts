/**
 * What time does to subscriptions: free days end, periods end, renewals are announced, charged, asked for, and given up. Every process may
 * run it; each subscription is looked at under the lock of its user, and what was done is not done again. `now` is the caller's.
 */

import { SUBSCRIPTIONS } from '#contract/billing/plans.ts'
import type { PersonRules } from '#server/areas/accounts/accounts.ts'
import type { Firm } from '#server/areas/billing/invoices/firm.ts'
import { endNow } from '#server/areas/billing/subscriptions/endings.ts'
import { findNewest } from '#server/areas/billing/subscriptions/plans.store.ts'
import * as renewals from '#server/areas/billing/subscriptions/renewals.store.ts'
import { GRACE_MS, nextAttemptAt, statusAfter } from '#server/areas/billing/subscriptions/status-machine.ts'
import * as store from '#server/areas/billing/subscriptions/subscriptions.store.ts'
import { payerOf } from '#server/areas/billing/subscriptions/subscriptions.ts'
import { periodEnd, priceOf } from '#server/areas/billing/subscriptions/terms.ts'
import { countConfirmedTrials } from '#server/areas/billing/subscriptions/trial.ts'
import type { PaymentGateway } from '#server/gateways/payments/client.ts'
import { isShutOut } from '#server/platform/access/may-not-act.store.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { DAY_MS } from '#shared/time.ts'
import { chargeMandate } from './charge.ts'
import * as texts from './renewal-texts.ts'

export interface RenewalDeps extends texts.Office, PersonRules {
  db: Database
  /** Null where nothing can be paid. */
  gateway: PaymentGateway | null
  firm: Firm
  log: WarningLog
  record: RecordEvent
  now(): Date
}

const AT_ONCE = 200

/** Not before the period begins, and never less than a day after it was announced. */
const dueOf = ({ period_start, announced_at }: Pick<renewals.RenewalRow, 'period_start' | 'announced_at'>): Date =>
  new Date(Math.max(period_start.getTime(), announced_at.getTime() + SUBSCRIPTIONS.pre_debit_ms))

interface Look {
  deps: RenewalDeps
  tx: Queryable
  row: store.SubscriptionRow
  now: Date
}

async function end({ deps, tx, row, now }: Look, kind: string, told: texts.Told): Promise<void> {
  await endNow(tx, row, { move: 'over', kind, now })
  await texts.notifySubscriber(tx, deps, row, told)
}

/** With the plan that was chosen for then, and the price that holds now. */
async function announce({ deps, tx, row, now }: Look): Promise<void> {
  const plan = await findNewest(tx, row.next_plan_id ?? row.plan_id)
  if (plan === null) throw new Error(`Plan ${row.plan_id} does not exist`)
  const billing = row.next_billing ?? row.billing
  const period_start = row.period_end
  const goesOn = plan.plan_id === row.plan_id && billing === row.billing
  const amount_paise = priceOf(plan, billing)
  const due = dueOf({ period_start, announced_at: now })
  await renewals.announceRenewal(tx, {
    subscription_id: row.id,
    version_id: plan.id,
    billing,
    period_start,
    period_end: periodEnd(goesOn ? row.anchor_at : period_start, billing, period_start),
    amount_paise,
    announced_at: now,
    next_attempt_at: due,
  })
  // Announced late, it is given up as much later.
  if (due > period_start)
    await store.updateSubscription(tx, row.id, { access_until: new Date(due.getTime() + GRACE_MS) })
  const renewal = await renewals.findOpen(tx, row.id)
  if (renewal === null) return
  const by = payerOf(renewal, await renewals.findMandate(tx, row.user_id, now))
  const before_paise = goesOn ? priceOf(row, row.billing) : 0
  await texts.notifySubscriber(tx, deps, row, texts.renewalAnnounced(renewal, { at: due, by, before_paise }))
}

/** Only the customer can pay: a pay link now, and again on the days on which a charge would be tried. */
async function askCustomer({ deps, tx, row, now }: Look, renewal: renewals.RenewalRow): Promise<void> {
  const attempts = renewal.attempts + 1
  const next = nextAttemptAt(dueOf(renewal), attempts) ?? row.access_until
  await renewals.updateRenewal(tx, renewal.id, { status: 'due', attempts, next_attempt_at: next })
  await store.updateSubscription(tx, row.id, { status: statusAfter(row.status, 'customer_asked') })
  const { user_id, plan_id, billing } = row
  await store.insertEvent(tx, {
    subscription_id: row.id,
    user_id,
    kind: 'payment_asked',
    plan_id,
    billing,
    paise: renewal.amount_paise,
    happened_at: now,
  })
  await texts.notifySubscriber(tx, deps, row, texts.paymentAsked(renewal, row.access_until))
}

/** @returns the renewal that is to be charged, outside of the transaction */
async function look(at: Look): Promise<renewals.RenewalRow | null> {
  const { deps, tx, row, now } = at
  const { status, period_end, access_until } = row
  if (status === 'trialing' && period_end <= now) await end(at, 'trial_over', texts.trialOver(row))
  else if (access_until <= now) await end(at, 'ended', texts.planOver(row, status !== 'cancelled'))
  else if (status !== 'trialing' && status !== 'cancelled') return renew({ deps, tx, row, now })
  return null
}

async function renew(at: Look): Promise<renewals.RenewalRow | null> {
  const { tx, row, now, deps } = at
  // Without a way in, a person can neither use the plan nor cancel it: it waits for them until it ends.
  if (await isShutOut(tx, row.user_id)) return null
  const renewal = await renewals.findOpen(tx, row.id)
  if (renewal === null) {
    if (row.period_end.getTime() - SUBSCRIPTIONS.announced_ms <= now.getTime()) await announce(at)
    return null
  }
  if (renewal.next_attempt_at > now) return null
  const mandate = await renewals.findMandate(tx, row.user_id, now)
  if (deps.gateway !== null && payerOf(renewal, mandate) === 'mandate') {
    await renewals.updateRenewal(tx, renewal.id, { status: 'due', next_attempt_at: new Date(now.getTime() + LEASE_MS) })
    return renewal
  }
  await askCustomer(at, renewal)
  return null
}

/** How long the process that charges keeps the renewal; afterwards its result is queried. */
const LEASE_MS = 1_800_000

/** A charge that the bank refused. */
async function noteFailure(
  deps: RenewalDeps,
  row: store.SubscriptionRow,
  id: string,
  why: string | null,
): Promise<void> {
  const now = deps.now()
  await deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, row.user_id)
    const live = await store.findLive(tx, row.user_id)
    const renewal = live && (await renewals.findOpen(tx, live.id))
    if (live?.id !== row.id || renewal?.id !== id) return
    const attempts = renewal.attempts + 1
    const at = nextAttemptAt(dueOf(renewal), attempts)
    const next_attempt_at = at ?? live.access_until
    await renewals.updateRenewal(tx, id, { attempts, next_attempt_at, charging_order_id: null })
    await store.updateSubscription(tx, live.id, { status: statusAfter(live.status, 'charge_failed') })
    const { user_id, plan_id, billing, access_until } = live
    const paise = renewal.amount_paise
    await store.insertEvent(tx, {
      subscription_id: live.id,
      user_id,
      kind: 'charge_failed',
      plan_id,
      billing,
      paise,
      happened_at: now,
    })
    await texts.notifySubscriber(tx, deps, live, texts.chargeFailed(renewal, { at, pay_by: access_until, why }))
  })
}

async function attend(deps: RenewalDeps, due: store.SubscriptionRow): Promise<void> {
  const now = deps.now()
  const renewal = await deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, due.user_id)
    const row = await store.findLive(tx, due.user_id)
    return row?.id === due.id ? look({ deps, tx, row, now }) : null
  })
  if (renewal === null || deps.gateway === null) return
  const { gateway } = deps
  const charged = await chargeMandate({ ...deps, gateway }, due, renewal)
  if (charged.outcome === 'failed') await noteFailure(deps, due, renewal.id, charged.why)
}

async function remindTrials(deps: RenewalDeps): Promise<void> {
  const now = deps.now()
  const [first, second] = SUBSCRIPTIONS.trial_reminder_days
  const trials = await store.findTrials(deps.db, new Date(now.getTime() - (first - 1) * DAY_MS))
  for (const row of trials)
    await deps.db.transaction().execute(async (tx) => {
      const isLast = now.getTime() >= row.period_start.getTime() + (second - 1) * DAY_MS
      if (now >= row.period_end) return
      const { user_id, plan_id, billing } = row
      const kind = isLast ? 'trial_day_7' : 'trial_day_5'
      const event = { subscription_id: row.id, user_id, kind, plan_id, billing, happened_at: now }
      if (await store.insertEvent(tx, event)) await texts.notifySubscriber(tx, deps, row, texts.trialEnds(row, isLast))
    })
}

/** Does what is due now. One that fails does not keep the others from theirs. @returns how many there was something to do for */
export async function runRenewals(deps: RenewalDeps): Promise<number> {
  await remindTrials(deps)
  await countConfirmedTrials(deps.db, deps.now())
  const due = await store.findDue(deps.db, deps.now(), SUBSCRIPTIONS.announced_ms, AT_ONCE)
  for (const row of due)
    await attend(deps, row).catch((err: unknown) => {
      if (isOutage(err)) throw err
      deps.log.warn({ err, subscription: row.id }, 'a subscription could not be renewed')
    })
  return due.length
}
