/** An agent as something that orders buy: for a month, or for good. */

import { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import { AgentId, AgentVersionId, type UserId } from '#contract/core/primitives.ts'
import { findAgent } from '#server/areas/agents/agents.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { PaidOrder, Purpose, TakingBack } from '#server/areas/billing/orders/purpose.ts'
import * as store from '#server/areas/billing/purchases/purchases.store.ts'
import { divideSale } from '#server/areas/billing/tax/divide-sale.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { DAY_MS } from '#shared/time.ts'
import * as charges from './charges.store.ts'
import { saleLines } from './sale-parts.ts'
import { takeBackSale } from './take-back-sale.ts'

/** What the seller earns is held this long. */
const HELD_MS = 7 * DAY_MS
/** The next month can be bought this long before the one that runs ends. */
const EARLY_MS = 7 * DAY_MS

/** What is stored with the order. */
export const AgentSubject = z.object({
  agent_id: AgentId,
  agent_version_id: AgentVersionId,
  kind: z.enum(['month', 'once']),
})

export const agentPurpose: Purpose<{ agent_id: string }> = {
  quote,
  fulfil,
  takeBack,
  leftOf: async (_db, { amount_paise }, refunded_paise) => amount_paise - refunded_paise,
}

/**
 * Whether this buyer may buy it now: asked when it is ordered, and again when the payment comes.
 * @throws `absent` when it is not published; sales_paused; already_exists when there is nothing more to buy
 */
async function checkSold(db: Queryable, buyer: UserId, ref: string, { now, absent }: { now: Date; absent: AppError }) {
  const agent = await findAgent(db, ref)
  if (agent?.status !== 'published' || agent.version_id === null) throw absent
  const parties = await charges.findParties(db, buyer, agent.id)
  if (!parties?.sells) throw new AppError('sales_paused')
  const last = await store.findLast(db, buyer, agent.id, now)
  if (last && (last.ends_at === null || last.ends_at.getTime() - now.getTime() > EARLY_MS))
    throw new AppError('already_exists', { message: 'You’ve already bought this agent.' })
  return { agent: { ...agent, version_id: agent.version_id }, parties, last }
}

/** @throws not_found; not_runnable for what is not sold this way; sales_paused; already_exists */
async function quote(db: Queryable, buyer: UserId, subject: { agent_id: string }) {
  const now = new Date()
  const { agent, last } = await checkSold(db, buyer, subject.agent_id, { now, absent: new AppError('not_found') })
  const terms = await charges.findTerms(db, agent.version_id)
  const kind = terms?.price_type === 'monthly' ? 'month' : terms?.price_type === 'one_time' ? 'once' : null
  if (kind === null) throw new AppError('not_runnable', { message: 'This agent isn’t sold in advance.' })
  if (agent.seller_id === buyer) throw new AppError('not_runnable', { message: 'Your own agents are free for you.' })
  // The next month is one of the version they have, at what that costs them: a price that rose has its two weeks for them, too.
  const agent_version_id = kind === 'month' && last?.kind === 'month' ? last.agent_version_id : agent.version_id
  const amount_paise = await charges.findPrice(db, agent_version_id, now)
  const title = kind === 'month' ? `${agent.name}: one month` : agent.name
  const sold = { seller_id: agent.seller_id, item: agent.id, period: kind === 'month' ? 'monthly' : 'once' } as const
  return { title, amount_paise, subject: { agent_id: agent.id, agent_version_id, kind }, sold }
}

/** @throws illegal_transition, sales_paused, already_exists: then the payment goes back, and the buyer reads why */
async function fulfil(tx: Queryable, order: PaidOrder): Promise<void> {
  const { agent_id, agent_version_id, kind } = AgentSubject.parse(order.subject)
  const now = new Date()
  // Two orders for one agent, paid at the same moment, are looked at one after the other.
  await lockOwner(tx, order.user_id)
  const absent = new AppError('illegal_transition', { message: 'This agent is no longer sold.' })
  const { parties, last } = await checkSold(tx, order.user_id, agent_id, { now, absent })
  // What a coupon gave for nothing is no sale: nobody earns of it, and no tax is due.
  if (order.amount_paise > 0) await sell(tx, order, parties, now)
  await store.insertPurchase(tx, {
    buyer: order.user_id,
    agent: agent_id,
    version: agent_version_id,
    kind,
    order: order.id,
    starts_at: kind === 'month' && last?.ends_at ? last.ends_at : now,
  })
}

/** Divided by what was paid: what a coupon took off is nobody's. */
async function sell(tx: Queryable, order: PaidOrder, parties: charges.BuyerRow, now: Date): Promise<void> {
  const { agent_id, agent_version_id, kind } = AgentSubject.parse(order.subject)
  const terms = await charges.findTerms(tx, agent_version_id)
  if (!terms) throw new Error(`The agent of order ${order.id} no longer exists`)
  const seller_id = terms.seller_id
  const gross_paise = order.amount_paise
  const split = await divideSale(tx, { seller: seller_id, gross_paise, rate: parties.seller_rate, now })
  const sale = { ...split, seller_id, gross_paise, agent_id, agent_version_id, kind, order_id: order.id }
  await charges.insertSale(tx, { ...sale, buyer_id: order.user_id, held_until: new Date(now.getTime() + HELD_MS) })
  await postToLedger(tx, {
    key: `order:${order.id}:paid`,
    kind: 'sale',
    cause: { type: 'order', id: order.id },
    lines: [{ account: 'gateway', paise: -gross_paise }, ...saleLines(sale)],
  })
}

/** All of it back ends the access; a part leaves it. */
async function takeBack(tx: Queryable, order: PaidOrder, { key, paise }: TakingBack): Promise<void> {
  const sale = await charges.findSaleOfOrder(tx, order.id)
  if (sale === null) throw new Error(`The sale of order ${order.id} is missing`)
  const back = { key: `order:${order.id}:back:${key}`, sale, paise, to: { account: 'refunds_due' } } as const
  const { whole } = await takeBackSale(tx, back)
  if (whole) await store.revokePurchase(tx, order.id, new Date())
}
