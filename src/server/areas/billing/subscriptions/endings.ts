/** The end of a subscription, and what a smaller plan leaves running. Nothing is deleted. */

import { UNLIMITED_AGENTS } from '#contract/billing/plans.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, sayCount } from '#contract/phrases/phrases.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { pauseBeyond } from '#server/areas/billing/plan-limits/plan-limits.store.ts'
import { findPlanLimits } from '#server/areas/billing/plan-limits/plan-limits.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { dropOpenRenewal } from './renewals.store.ts'
import { accessUntil, type SubscriptionMove, statusAfter } from './status-machine.ts'
import { insertEvent, type SubscriptionRow, updateSubscription } from './subscriptions.store.ts'

/** Of the services that run, those beyond the limit that holds now are paused, the newest first; their owner is told. */
export async function pauseServicesBeyondLimit(tx: Queryable, user: UserId, now: Date): Promise<void> {
  const { services } = (await findPlanLimits(tx, user, now)).limits
  if (services === null || services >= UNLIMITED_AGENTS) return
  const paused = await pauseBeyond(tx, user, services, now)
  if (paused.length === 0) return
  await notify(tx, user, {
    kind: 'plan',
    title: sayCount(paused.length, { one: 'A service was paused', other: '{count} services were paused' }),
    message: say(
      'Your plan allows {count} at a time. Choose which ones under My AI Services, or switch to a larger plan.',
      { count: services },
    ),
    href: '/my-ai-services',
  })
}

interface Ending {
  move: SubscriptionMove
  /** What the history says. */
  kind: string
  now: Date
  paise?: number
}

/** @throws illegal_transition */
export async function endNow(tx: Queryable, live: SubscriptionRow, { move, kind, now, paise }: Ending): Promise<void> {
  await updateSubscription(tx, live.id, {
    status: statusAfter(live.status, move),
    ended_at: now,
    access_until: live.access_until < now ? live.access_until : now,
    next_plan_id: null,
    next_billing: null,
    ...(move === 'cancel' && { cancelled_at: now }),
  })
  await dropOpenRenewal(tx, live.id)
  const { user_id, plan_id, billing } = live
  await insertEvent(tx, {
    subscription_id: live.id,
    user_id,
    kind,
    plan_id,
    billing,
    paise: paise ?? null,
    happened_at: now,
  })
  await pauseServicesBeyondLimit(tx, user_id, now)
}

interface GoingBack {
  period: Pick<
    SubscriptionRow,
    'plan_id' | 'version_id' | 'billing' | 'anchor_at' | 'period_start' | 'period_end' | 'paid_order_id' | 'paid_paise'
  >
  now: Date
  paise: number
}

/** A refunded upgrade: the period that it replaced continues, in the same state. */
export async function resumeBefore(
  tx: Queryable,
  live: SubscriptionRow,
  { period, now, paise }: GoingBack,
): Promise<void> {
  await dropOpenRenewal(tx, live.id)
  await updateSubscription(tx, live.id, {
    ...period,
    access_until: accessUntil(live.status, period.period_end),
    next_plan_id: null,
    next_billing: null,
  })
  const { user_id, plan_id, billing } = live
  const event = { subscription_id: live.id, user_id, kind: 'refunded', plan_id, billing, paise, happened_at: now }
  await insertEvent(tx, event)
  await pauseServicesBeyondLimit(tx, user_id, now)
}
