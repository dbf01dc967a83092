/** The current price of a plan for a person, to the paise; the browser only names the plan. */

import { LEAST_PAYMENT_PAISE } from '#contract/billing/payment-values.ts'
import { TRIAL_PLAN } from '#contract/billing/plans.ts'
import type { Billing, PlanChoice, PlanQuote } from '#contract/billing/subscriptions.ts'
import { refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { gstInside } from '#server/areas/billing/tax/split-sale.ts'
import { findTaxRates } from '#server/areas/billing/tax/tax.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type Step, startOfFirst, stepTo } from './plan-change.ts'
import { findNewest, findVersion, type PlanVersionRow } from './plans.store.ts'
import { findOpen, type RenewalRow } from './renewals.store.ts'
import { findLive, type SubscriptionRow } from './subscriptions.store.ts'
import { periodEnd, priceOf, unusedPaise } from './terms.ts'
import { trialAbility } from './trial.ts'
import { startAfterGrace } from './unpaid-grace.ts'

export interface PricedPlan extends Step {
  version: PlanVersionRow
  billing: Billing
  amount_paise: number
  price_paise: number
  credit_paise: number
  starts_at: Date
  period_end: Date
  live: SubscriptionRow | null
}

/** A renewal keeps the price it was announced with; one that was not announced that of the present period. */
async function versionFor(
  db: Queryable,
  { kind }: Step,
  { live, renewal, newest, billing }: Parts,
): Promise<PlanVersionRow> {
  if (kind !== 'renew' || live === null) return newest
  if (renewal?.plan_id === newest.plan_id && renewal.billing === billing) return findVersion(db, renewal.version_id)
  return live.plan_id === newest.plan_id && renewal === null ? findVersion(db, live.version_id) : newest
}

interface Parts {
  live: SubscriptionRow | null
  renewal: RenewalRow | null
  newest: PlanVersionRow
  billing: Billing
}

async function startOf(db: Queryable, user: UserId, { kind }: Step, parts: Parts, now: Date): Promise<Date> {
  const { live, newest } = parts
  if (kind === 'start') return startAfterGrace(db, user, startOfFirst(live, newest.plan_id, now), now)
  return live === null || kind === 'upgrade' ? now : live.period_end
}

/**
 * What choosing a plan would do now, with what it costs.
 * @throws not_found for a plan that there is not, or that is sold no more to who has it not
 */
export async function pricePlan(db: Queryable, user: UserId, choice: PlanChoice, now: Date): Promise<PricedPlan> {
  const [live, newest] = await Promise.all([findLive(db, user), findNewest(db, choice.plan_id)])
  if (!newest || (!newest.active && live?.plan_id !== newest.plan_id)) throw new AppError('not_found')
  const { billing } = choice
  const renewal = live && (await findOpen(db, live.id))
  const parts = { live, renewal, newest, billing }
  const target = { plan_id: newest.plan_id, position: newest.position, billing }
  const step = stepTo(live, renewal, target, now)
  const version = await versionFor(db, step, parts)
  const price_paise = priceOf(version, billing)
  const credit_paise = step.kind === 'upgrade' && live ? unusedPaise(live.paid_paise, live, now) : 0
  const isPaid = ['start', 'upgrade', 'renew'].includes(step.kind)
  const costs = isPaid ? price_paise - credit_paise : 0
  // What is left of the period is worth more than the plan: it begins when that is used up.
  if (isPaid && costs < LEAST_PAYMENT_PAISE && live) return later(parts, { version, price_paise })
  const starts_at = await startOf(db, user, step, parts, now)
  return {
    ...step,
    version,
    billing,
    amount_paise: costs,
    price_paise,
    credit_paise,
    starts_at,
    period_end: endOf(step, parts, starts_at),
    live,
  }
}

/** A period continues from the anchor of the previous ones as long as plan and billing stay the same. */
function endOf({ kind }: Step, { live, newest, billing }: Parts, starts_at: Date): Date {
  const goesOn = kind === 'renew' && live !== null && live.billing === billing && live.plan_id === newest.plan_id
  return periodEnd(goesOn ? live.anchor_at : starts_at, billing, starts_at)
}

function later({ live, billing }: Parts, priced: Pick<PricedPlan, 'version' | 'price_paise'>): PricedPlan {
  if (live === null) throw new Error('A refund of a period needs a period')
  const starts_at = live.period_end
  return {
    kind: 'later',
    reason: null,
    ...priced,
    billing,
    amount_paise: 0,
    credit_paise: 0,
    starts_at,
    period_end: periodEnd(starts_at, billing, starts_at),
    live,
  }
}

/** The same for the person who chooses. @param askProof whether addresses can be confirmed here. @throws not_found */
export async function quotePlan(
  db: Queryable,
  user: UserId,
  { askProof, ...choice }: PlanChoice & { askProof: boolean },
  now = new Date(),
): Promise<PlanQuote> {
  const [priced, rates] = await Promise.all([pricePlan(db, user, choice, now), findTaxRates(db, now)])
  const { kind, reason, version, billing, amount_paise, price_paise, credit_paise, live } = priced
  const isTriable = version.plan_id === TRIAL_PLAN && live === null
  return {
    kind,
    reason,
    plan: { id: version.plan_id, name: version.name },
    billing,
    amount_paise,
    gst_paise: amount_paise === 0 ? 0 : gstInside(amount_paise, rates.gst),
    price_paise,
    credit_paise,
    starts_at: priced.starts_at.toISOString(),
    period_end: priced.period_end.toISOString(),
    trial: isTriable ? await trialAbility(db, user, askProof) : refusedAbility('This plan has no trial for you.'),
  }
}
