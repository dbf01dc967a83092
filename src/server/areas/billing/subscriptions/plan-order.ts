/**
 * A plan as something that is bought. What was priced is handed over exactly so; when that is no longer possible, because the same was paid
 * twice or the subscription has gone on, it is refused, and the order gives the money back.
 */
import { z } from 'zod'
import { Billing, PlanChoice } from '#contract/billing/subscriptions.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { LedgerLine } from '#server/areas/billing/ledger/accounts.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { PaidOrder, Purpose, Quote, TakingBack } from '#server/areas/billing/orders/purpose.ts'
import { gstInside } from '#server/areas/billing/tax/split-sale.ts'
import { findTaxRates } from '#server/areas/billing/tax/tax.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { endNow, resumeBefore } from './endings.ts'
import { fulfilPlan } from './fulfil-plan.ts'
import { findOrderBooks, findSubject, findTakenOff } from './plan-order.store.ts'
import { pricePlan } from './quote.ts'
import { findLive, type SubscriptionRow, updateSubscription } from './subscriptions.store.ts'

/** The period that an upgrade takes the place of, and what of its price was taken off. It comes back when the upgrade is given back. */
const Before = z.object({
  order_id: z.uuid().nullable(),
  plan_id: z.string(),
  version_id: z.uuid(),
  billing: Billing,
  anchor_at: z.iso.datetime(),
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
  paid_paise: z.number().int(),
  /** What had been given back of its order by then. */
  back_paise: z.number().int(),
})
type Before = z.output<typeof Before>

/** What is stored with the order. */
export const PlanSubject = z.object({
  kind: z.enum(['start', 'upgrade', 'renew']),
  plan_id: z.string(),
  version_id: z.uuid(),
  billing: Billing,
  /** The price of the whole period, of which an upgrade pays a part. */
  price_paise: z.number().int(),
  /** The subscription it continues, and the end of its period at that time: a later end means it was already paid. */
  subscription_id: z.uuid().nullable(),
  until: z.iso.datetime().nullable(),
  /** Of an upgrade; orders of before it was stored have none. */
  before: Before.nullable().default(null),
})
export type PlanSubject = z.output<typeof PlanSubject>

const length = (billing: Billing): string => (billing === 'monthly' ? '1 month' : '1 year')

async function quote(db: Queryable, buyer: UserId, wanted: unknown, now: Date): Promise<Quote> {
  const choice = PlanChoice.parse(wanted)
  const priced = await pricePlan(db, buyer, choice, now)
  const { kind, reason, version, billing, amount_paise, price_paise, live } = priced
  if (kind === 'later')
    throw new AppError('illegal_transition', {
      message: 'This plan begins when your current period ends. There’s nothing to pay now.',
    })
  if (kind === 'none') throw new AppError('illegal_transition', reason === null ? {} : { message: reason })
  const before = kind === 'upgrade' && live ? await beforeOf(db, live) : null
  const subject: PlanSubject = {
    kind,
    plan_id: version.plan_id,
    version_id: version.id,
    billing,
    price_paise,
    subscription_id: live?.id ?? null,
    until: live?.period_end.toISOString() ?? null,
    before,
  }
  const what = kind === 'upgrade' ? `upgrade to ${version.name}` : version.name
  // A code is for the first period of a plan, not for its renewals.
  const sold = kind === 'renew' ? null : { seller_id: null, item: version.plan_id, period: billing }
  return { title: `Plan: ${what}, ${length(billing)}`, amount_paise, subject, sold }
}

async function beforeOf(db: Queryable, live: SubscriptionRow): Promise<Before> {
  const { paid_order_id: order_id, plan_id, version_id, billing, paid_paise } = live
  const { back_paise } = order_id === null ? { back_paise: 0 } : await findOrderBooks(db, order_id)
  return {
    order_id,
    plan_id,
    version_id,
    billing,
    anchor_at: live.anchor_at.toISOString(),
    period_start: live.period_start.toISOString(),
    period_end: live.period_end.toISOString(),
    paid_paise,
    back_paise,
  }
}

async function fulfil(tx: Queryable, order: PaidOrder, now: Date): Promise<void> {
  const subject = PlanSubject.parse(order.subject)
  await lockOwner(tx, order.user_id)
  if (!(await fulfilPlan(tx, { order, subject, now })))
    throw new AppError('illegal_transition', {
      message: 'The plan was already paid, or changed after it was ordered',
    })
  if (order.amount_paise === 0) return
  const { gst } = await findTaxRates(tx, now)
  const inside = gstInside(order.amount_paise, gst)
  const lines: LedgerLine[] = [
    { account: 'gateway', paise: -order.amount_paise },
    { account: 'plans', paise: order.amount_paise - inside },
    { account: 'gst_payable', paise: inside },
  ]
  const cause = { type: 'order', id: order.id }
  await postToLedger(tx, {
    key: `order:${order.id}:paid`,
    kind: 'plan',
    cause,
    lines: lines.filter(({ paise }) => paise !== 0),
  })
}

/** What of the GST goes back once `back` of what was paid does: all of it with the last rupee, never a paisa too much. */
const gstBack = (gst: number, paid: number, back: number): number => Math.floor((gst * back) / paid)

async function takeBack(tx: Queryable, order: PaidOrder, { key, paise }: TakingBack, now: Date): Promise<void> {
  await lockOwner(tx, order.user_id)
  const { gst_paise, back_paise } = await findOrderBooks(tx, order.id)
  const after = back_paise + paise
  const gst = gstBack(gst_paise, order.amount_paise, after) - gstBack(gst_paise, order.amount_paise, back_paise)
  const lines: LedgerLine[] = [
    { account: 'refunds_due', paise },
    { account: 'plans', paise: gst - paise },
    { account: 'gst_payable', paise: -gst },
  ]
  await postToLedger(tx, {
    key: `order:${order.id}:back:${key}`,
    kind: 'refund',
    cause: { type: 'order', id: order.id },
    lines: lines.filter((line) => line.paise !== 0),
  })
  const live = await findLive(tx, order.user_id)
  if (live === null || !(await isPaidBy(tx, live, order.id))) return
  if (after < order.amount_paise) {
    // What an upgrade would take off is what was paid and not given back. Of an order before an upgrade that is what the upgrade took off.
    const used = live.paid_order_id === order.id ? 0 : order.amount_paise - (await findTakenOff(tx, order.id))
    const less = Math.max(0, after - used) - Math.max(0, back_paise - used)
    await updateSubscription(tx, live.id, { paid_paise: Math.max(0, live.paid_paise - less) })
  } else if (live.paid_order_id !== order.id || !(await goBack(tx, live, { order, paise, now })))
    await endNow(tx, live, { move: 'given_back', kind: 'refunded', now, paise })
}

/** Whether this order paid for the present period: itself, or as what upgrades took off their price. */
async function isPaidBy(tx: Queryable, live: SubscriptionRow, order: string): Promise<boolean> {
  let id = live.paid_order_id
  while (id !== null && id !== order) id = PlanSubject.parse(await findSubject(tx, id)).before?.order_id ?? null
  return id !== null
}

/**
 * The period before an upgrade continues, if it has not ended and was not refunded meanwhile. @returns whether it does
 */
async function goBack(
  tx: Queryable,
  live: SubscriptionRow,
  { order, paise, now }: { order: PaidOrder; paise: number; now: Date },
): Promise<boolean> {
  const { before } = PlanSubject.parse(order.subject)
  if (before === null || new Date(before.period_end) <= now) return false
  const { order_id, plan_id, version_id, billing } = before
  const since = order_id === null ? 0 : (await findOrderBooks(tx, order_id)).back_paise - before.back_paise
  const paid_paise = before.paid_paise - since
  if (since > 0 && paid_paise <= 0) return false
  const period = {
    plan_id,
    version_id,
    billing,
    anchor_at: new Date(before.anchor_at),
    period_start: new Date(before.period_start),
    period_end: new Date(before.period_end),
    paid_order_id: order_id,
    paid_paise,
  }
  await resumeBefore(tx, live, { period, paise, now })
  return true
}

/** What an upgrade took off its price goes back with the upgrade, or not at all: none is paid between this look and taking back. */
async function leftOf(
  tx: Queryable,
  { id, user_id, amount_paise }: PaidOrder,
  refunded_paise: number,
): Promise<number> {
  await lockOwner(tx, user_id)
  return amount_paise - refunded_paise - (await findTakenOff(tx, id))
}

export const planPurpose: Purpose<unknown> = {
  quote: (db, buyer, subject, now = new Date()) => quote(db, buyer, subject, now),
  fulfil: (tx, order, now = new Date()) => fulfil(tx, order, now),
  takeBack: (tx, order, back, now = new Date()) => takeBack(tx, order, back, now),
  leftOf,
}
