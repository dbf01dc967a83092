/**
 * A plan as something that is bought. What was priced is handed over exactly so; when that is no longer possible, because the same was paid
 * twice or the subscription has gone on, the money is put to the buyer's credits, who can have it back from there.
 */
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { UserId } from '#contract/primitives.ts'
import { Billing, PlanChoice } from '#contract/subscriptions.ts'
import type { Queryable } from '#server/database/database.ts'
import type { LedgerLine } from '#server/domain/ledger/accounts.ts'
import { post } from '#server/domain/ledger/ledger.ts'
import { lockOwner } from '#server/domain/limits.store.ts'
import { notify } from '#server/domain/notifications/notifications.ts'
import type { PaidOrder, Purpose, Quote, TakingBack } from '#server/domain/orders/purpose.ts'
import { gstInside } from '#server/domain/tax/split-sale.ts'
import { findTaxRates } from '#server/domain/tax/tax.store.ts'
import { endNow } from './endings.ts'
import { handOver } from './hand-over.ts'
import { findOrderBooks } from './plan-order.store.ts'
import { pricePlan } from './quote.ts'
import { findLive, updateSubscription } from './subscriptions.store.ts'

/** What is stored with the order. */
export const PlanSubject = z.object({
  kind: z.enum(['start', 'upgrade', 'renew']),
  plan_id: z.string(),
  version_id: z.uuid(),
  billing: Billing,
  /** The price of the whole period, of which an upgrade pays a part. */
  price_paise: z.number().int(),
  /** The subscription it goes on with, and the end of the period it had then: a later one was paid already. */
  subscription_id: z.uuid().nullable(),
  until: z.iso.datetime().nullable(),
})
export type PlanSubject = z.output<typeof PlanSubject>

const length = (billing: Billing): string => (billing === 'monthly' ? '1 month' : '1 year')

async function quote(db: Queryable, buyer: UserId, wanted: unknown, now: Date): Promise<Quote> {
  const choice = PlanChoice.parse(wanted)
  const priced = await pricePlan(db, buyer, choice, now)
  const { kind, reason, version, billing, amount_paise, price_paise, live } = priced
  if (kind === 'later')
    throw new AppError('illegal_transition', {
      message: 'This plan begins when your present period ends. Nothing is to be paid now.',
    })
  if (kind === 'none') throw new AppError('illegal_transition', reason === null ? {} : { message: reason })
  const subject: PlanSubject = {
    kind,
    plan_id: version.plan_id,
    version_id: version.id,
    billing,
    price_paise,
    subscription_id: live?.id ?? null,
    until: live?.period_end.toISOString() ?? null,
  }
  const what = kind === 'upgrade' ? `upgrade to ${version.name}` : version.name
  return { title: `Chowk plan: ${what}, ${length(billing)}`, amount_paise, subject }
}

async function postPayment(tx: Queryable, order: PaidOrder, toCredits: boolean, now: Date): Promise<void> {
  const { gst } = await findTaxRates(tx, now)
  const inside = gstInside(order.amount_paise, gst)
  const sold: LedgerLine[] = [
    { account: 'plans', paise: order.amount_paise - inside },
    { account: 'gst_payable', paise: inside },
  ]
  const kept: LedgerLine[] = [{ account: 'credits', owner: order.user_id, paise: order.amount_paise }]
  const lines = [{ account: 'gateway', paise: -order.amount_paise } as const, ...(toCredits ? kept : sold)]
  await post(tx, {
    key: `order:${order.id}:paid`,
    kind: toCredits ? 'top_up' : 'plan',
    cause: { type: 'order', id: order.id },
    lines: lines.filter(({ paise }) => paise !== 0),
  })
}

async function fulfil(tx: Queryable, order: PaidOrder, now: Date): Promise<void> {
  const subject = PlanSubject.parse(order.subject)
  await lockOwner(tx, order.user_id)
  const done = await handOver(tx, { order, subject, now })
  await postPayment(tx, order, !done, now)
  if (!done)
    await notify(tx, order.user_id, {
      kind: 'plan',
      title: 'A payment for a plan was put to your credits',
      message: 'What it was for had been paid already. You can use it for runs, or ask for it back.',
      href: '/subscription?tab=credits',
    })
}

/** What of the GST goes back once `back` of what was paid does: all of it with the last rupee, never a paisa too much. */
const gstBack = (gst: number, paid: number, back: number): number => Math.floor((gst * back) / paid)

async function takeBack(tx: Queryable, order: PaidOrder, { key, paise }: TakingBack, now: Date): Promise<void> {
  await lockOwner(tx, order.user_id)
  const { to_credits, gst_paise, back_paise } = await findOrderBooks(tx, order.id)
  const after = back_paise + paise
  const gst = gstBack(gst_paise, order.amount_paise, after) - gstBack(gst_paise, order.amount_paise, back_paise)
  const sold: LedgerLine[] = [
    { account: 'plans', paise: gst - paise },
    { account: 'gst_payable', paise: -gst },
  ]
  const kept: LedgerLine[] = [{ account: 'credits', owner: order.user_id, paise: -paise }]
  const lines: LedgerLine[] = [{ account: 'refunds_due', paise }, ...(to_credits ? kept : sold)]
  await post(tx, {
    key: `order:${order.id}:back:${key}`,
    kind: 'refund',
    cause: { type: 'order', id: order.id },
    lines: lines.filter((line) => line.paise !== 0),
  })
  const live = await findLive(tx, order.user_id)
  if (to_credits || live?.paid_order_id !== order.id) return
  if (after >= order.amount_paise) await endNow(tx, live, { move: 'given_back', kind: 'refunded', now, paise })
  // What an upgrade would take off is what was paid and not given back.
  else await updateSubscription(tx, live.id, { paid_paise: Math.max(0, live.paid_paise - paise) })
}

/** Of a clock, for tests; the product uses `planPurpose`. */
export const planPurposeAt = (clock: () => Date): Purpose<unknown> => ({
  quote: (db, buyer, subject) => quote(db, buyer, subject, clock()),
  fulfil: (tx, order) => fulfil(tx, order, clock()),
  takeBack: (tx, order, back) => takeBack(tx, order, back, clock()),
})

export const planPurpose = planPurposeAt(() => new Date())
