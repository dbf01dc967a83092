/** The verbs of one's own subscription. Paying for one is an order: `plan-order.ts`. */

import { SUBSCRIPTIONS, TRIAL_PLAN } from '#contract/billing/plans.ts'
import type {
  CurrentSubscription,
  PlanChoice,
  Renewal,
  Subscription,
  SubscriptionEvent,
  SubscriptionId,
} from '#contract/billing/subscriptions.ts'
import type { Ability } from '#contract/core/ability-values.ts'
import { refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { findOrder } from '#server/areas/billing/orders/orders.store.ts'
import { findPlanUse } from '#server/areas/billing/plan-limits/plan-limits.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { DAY_MS } from '#shared/time.ts'
import { endNow } from './endings.ts'
import { isTrial } from './plan-change.ts'
import { findNewest } from './plans.store.ts'
import { pricePlan } from './quote.ts'
import * as renewals from './renewals.store.ts'
import { accessUntil, statusAfter } from './status-machine.ts'
import { cancelAbility, resumeAbility } from './subscriptions.policy.ts'
import * as store from './subscriptions.store.ts'
import { priceOf } from './terms.ts'
import { takeTrial, trialAbility } from './trial.ts'

type Own = Grant<'user.own', UserId>

/** Who pays a renewal: the bank is asked only as far as it may be without the customer. */
export const payerOf = (
  { amount_paise }: Pick<renewals.RenewalRow, 'amount_paise'>,
  mandate: Pick<renewals.MandateRow, 'max_paise'> | null,
): Renewal['by'] =>
  mandate !== null && amount_paise <= Math.min(SUBSCRIPTIONS.silent_paise, mandate.max_paise) ? 'mandate' : 'customer'

const presentRenewal = (
  row: renewals.RenewalRow,
  mandate: renewals.MandateRow | null,
  { access_until }: store.SubscriptionRow,
): Renewal => ({
  plan: { id: row.plan_id, name: row.plan_name },
  billing: row.billing,
  amount_paise: row.amount_paise,
  at: row.period_start.toISOString(),
  status: row.status === 'due' ? 'due' : 'announced',
  by: payerOf(row, mandate),
  next_attempt_at: row.next_attempt_at.toISOString(),
  pay_by: access_until.toISOString(),
})

async function present(db: Queryable, row: store.SubscriptionRow, now: Date): Promise<Subscription> {
  const [renewal, mandate] = await Promise.all([
    renewals.findOpen(db, row.id),
    renewals.findMandate(db, row.user_id, now),
  ])
  const { next_plan_id, next_plan_name, next_billing } = row
  return {
    id: row.id,
    plan: { id: row.plan_id, name: row.plan_name },
    billing: row.billing,
    status: row.status,
    price_paise: priceOf(row, row.billing),
    period_start: row.period_start.toISOString(),
    period_end: row.period_end.toISOString(),
    access_until: row.access_until.toISOString(),
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    next:
      next_plan_id && next_plan_name && next_billing
        ? { plan: { id: next_plan_id, name: next_plan_name }, billing: next_billing }
        : null,
    renewal: renewal && presentRenewal(renewal, mandate, row),
    abilities: { cancel: cancelAbility(row), resume: resumeAbility(row, now) },
  }
}

/** The own plan, its limits, and what is used of them. @param askProof whether addresses can be confirmed here */
export async function getSubscription(
  db: Queryable,
  grant: Own,
  askProof: boolean,
  now = new Date(),
): Promise<CurrentSubscription> {
  const [live, held, trial, mandate] = await Promise.all([
    store.findLive(db, grant.on),
    findPlanUse(db, grant.on, now),
    trialAbility(db, grant.on, askProof),
    renewals.findMandate(db, grant.on, now),
  ])
  const { exempt, limits, usage } = held
  const subscription = live && live.access_until > now ? await present(db, live, now) : null
  return {
    subscription,
    exempt,
    limits,
    usage: { ...usage, calls_reset_at: usage.calls_reset_at.toISOString() },
    trial: subscription === null ? trial : refusedAbility('You already have a plan.'),
    mandate: mandate && {
      method: mandate.method,
      max_paise: mandate.max_paise,
      valid_until: mandate.expires_at?.toISOString() ?? null,
    },
  }
}

/**
 * Nothing is charged without the customer any more; the gateway is told automatically (RBI e-mandate framework: at any
 * time, without charge).
 */
export async function endMandate(
  db: Database,
  grant: Own,
  askProof: boolean,
  now = new Date(),
): Promise<CurrentSubscription> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await renewals.revokeMandates(tx, grant.on, now)
  })
  return getSubscription(db, grant, askProof, now)
}

/** Newest first. */
export async function listHistory(db: Queryable, grant: Own, page: { limit: number; offset: number }) {
  const { rows, total } = await store.findEvents(db, grant.on, page)
  const items: SubscriptionEvent[] = rows.map(({ plan_id, plan_name, happened_at, ...row }) => ({
    ...row,
    plan: { id: plan_id, name: plan_name },
    happened_at: happened_at.toISOString(),
  }))
  return { items, total, ...page }
}

const demand = ({ allowed, reason }: Ability): void => {
  if (!allowed) throw new AppError('illegal_transition', reason === null ? {} : { message: reason })
}

/**
 * Begins the free days of the Starter plan. Every other plan begins with its payment.
 * @param askProof whether addresses can be confirmed here
 * @throws not_found, payment_required, illegal_transition (there is a plan, or the free days were had)
 */
export async function startTrial(
  db: Database,
  grant: Own,
  { askProof, ...choice }: PlanChoice & { askProof: boolean },
  now = new Date(),
): Promise<Subscription> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const plan = await findNewest(tx, choice.plan_id)
    if (!plan?.active) throw new AppError('not_found')
    const live = await store.findLive(tx, grant.on)
    if (live !== null && live.access_until > now)
      throw new AppError('illegal_transition', { message: `You have the ${live.plan_name} plan. Change it instead.` })
    if (plan.plan_id !== TRIAL_PLAN)
      throw new AppError('payment_required', { message: `The ${plan.name} plan begins when it’s paid.` })
    demand(await takeTrial(tx, grant.on, askProof))
    if (live !== null) await endNow(tx, live, { move: 'over', kind: 'ended', now })
    const ends = new Date(now.getTime() + SUBSCRIPTIONS.trial_days * DAY_MS)
    const { plan_id, id: version_id } = plan
    const { billing } = choice
    const id = await store.insertSubscription(tx, {
      user_id: grant.on,
      plan_id,
      version_id,
      billing,
      status: 'trialing',
      anchor_at: now,
      period_start: now,
      period_end: ends,
      access_until: ends,
      trial_ends_at: ends,
    })
    await store.insertEvent(tx, {
      subscription_id: id,
      user_id: grant.on,
      kind: 'trial_started',
      plan_id,
      billing,
      happened_at: now,
    })
    return load(tx, grant, id, now)
  })
}

async function load(db: Queryable, grant: Own, id: string, now: Date): Promise<Subscription> {
  const row = await store.findOwn(db, grant.on, id)
  if (row === null) throw new AppError('not_found')
  return present(db, row, now)
}

/** Changes the own subscription under the lock of its user. @throws not_found, and what the change throws */
function change(
  db: Database,
  grant: Own,
  { id, now }: { id: SubscriptionId; now: Date },
  act: (tx: Queryable, row: store.SubscriptionRow) => Promise<void>,
): Promise<Subscription> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const row = await store.findOwn(tx, grant.on, id)
    if (row === null) throw new AppError('not_found')
    await act(tx, row)
    return load(tx, grant, id, now)
  })
}

const tell = (tx: Queryable, row: store.SubscriptionRow, kind: string, now: Date, what: Partial<store.NewEvent> = {}) =>
  store.insertEvent(tx, {
    subscription_id: row.id,
    user_id: row.user_id,
    kind,
    plan_id: row.plan_id,
    billing: row.billing,
    happened_at: now,
    ...what,
  })

/** Holds until the end of what is paid; with a payment open, it ends. @throws not_found, illegal_transition */
export const cancelSubscription = (db: Database, grant: Own, id: SubscriptionId, now = new Date()) =>
  change(db, grant, { id, now }, async (tx, row) => {
    demand(cancelAbility(row))
    await renewals.revokeMandates(tx, row.user_id, now)
    const status = statusAfter(row.status, 'cancel')
    if (status === 'ended') return endNow(tx, row, { move: 'cancel', kind: 'cancelled', now })
    await renewals.dropOpenRenewal(tx, row.id)
    await store.updateSubscription(tx, row.id, {
      status,
      access_until: accessUntil(status, row.period_end),
      cancelled_at: now,
      next_plan_id: null,
      next_billing: null,
    })
    await tell(tx, row, 'cancelled', now)
  })

/** @throws not_found, illegal_transition */
export const resumeSubscription = (db: Database, grant: Own, id: SubscriptionId, now = new Date()) =>
  change(db, grant, { id, now }, async (tx, row) => {
    demand(resumeAbility(row, now))
    const status = statusAfter(row.status, isTrial(row) ? 'resume_trial' : 'resume')
    const access_until = accessUntil(status, row.period_end)
    await store.updateSubscription(tx, row.id, { status, access_until, cancelled_at: null })
    await tell(tx, row, 'resumed', now)
  })

/** Whether a bank has not answered about the next period yet. */
async function isBeingCharged(tx: Queryable, { id }: store.SubscriptionRow): Promise<boolean> {
  const charging = (await renewals.findOpen(tx, id))?.charging_order_id
  const order = charging ? await findOrder(tx, charging) : null
  return order !== null && order.status !== 'failed' && order.status !== 'expired'
}

/**
 * Takes a smaller plan from the end of the period on; the present one drops what was chosen before.
 * @throws not_found (also the plan), payment_required (a larger plan begins with its payment), illegal_transition (also while the next
 * period is being charged)
 */
export const changeSubscription = (
  db: Database,
  grant: Own,
  { id, ...choice }: PlanChoice & { id: SubscriptionId },
  now = new Date(),
) =>
  change(db, grant, { id, now }, async (tx, row) => {
    if (row.status === 'ended') throw new AppError('illegal_transition', { message: 'It has ended.' })
    if (await isBeingCharged(tx, row))
      throw new AppError('illegal_transition', {
        message: 'The payment for your next period is in progress. Change your plan when it has arrived.',
      })
    const { kind, reason, version, billing } = await pricePlan(tx, grant.on, choice, now)
    const isPresent = row.plan_id === version.plan_id && row.billing === billing
    if (isPresent && row.next_plan_id !== null) {
      await renewals.dropOpenRenewal(tx, row.id)
      await store.updateSubscription(tx, row.id, { next_plan_id: null, next_billing: null })
      await tell(tx, row, 'change_dropped', now)
      return
    }
    if (kind === 'none') throw new AppError('illegal_transition', reason === null ? {} : { message: reason })
    if (kind !== 'later')
      throw new AppError('payment_required', { message: `The ${version.name} plan begins when it’s paid.` })
    // What was announced with the present plan is announced again.
    await renewals.dropOpenRenewal(tx, row.id)
    await store.updateSubscription(tx, row.id, { next_plan_id: version.plan_id, next_billing: billing })
    await tell(tx, row, 'change_chosen', now, { plan_id: version.plan_id, billing })
  })
