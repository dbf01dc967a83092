/**
 * Webhooks as they come on a bad day: copied, shuffled, changed on the way, lost. Buyers pay, fail, wait, pay twice, ask for their money
 * back and dispute; every third buys an agent with a code that has too few places for all. Then the books are compared with the gateway's,
 * and with what must have been paid and given.
 */

import { permissionsOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { pay } from '#peers/razorpay/checkout.ts'
import type { PaymentEntity } from '#peers/razorpay/entities.ts'
import { authorise, dispute, endDispute, endRefund, sendBackDispute } from '#peers/razorpay/moves.ts'
import type { Counted, Delivery } from '#peers/razorpay/webhooks.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { mayManageOwnOrders } from '#server/areas/billing/orders/orders.policy.ts'
import { expireOrders } from '#server/areas/billing/payments/expire.ts'
import { createOrder } from '#server/areas/billing/payments/orders.ts'
import { reconcile } from '#server/areas/billing/payments/reconcile.ts'
import { receiveEvent } from '#server/areas/billing/payments/webhook.ts'
import { grantRefund } from '#server/areas/billing/refunds/refunds.ts'
import { sendRefunds } from '#server/areas/billing/refunds/send.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { TestDatabase } from './database.ts'
import { node, workflow } from './engine.ts'
import { insertAgent, type PaidAgent } from './paid-agent.ts'
import { createTestPayments, type TestPayments } from './payments.ts'
import { insertUser } from './users.ts'

export interface Storm extends Counted {
  seconds: number
  orders: number
  /** Payments, refunds and disputes that we had in another state than the gateway, after the webhooks and after the comparison. */
  differing: number
  differing_after: string[]
  ledger_sum: number
  drift: number
  /** Credits of all buyers as they must be, and as they are. */
  credits_due: number
  credits: number
  coupon: CouponTaken
}

/** Orders with the code, by what became of their places, and what is said of them; `wrong` names each order that does not fit. */
interface CouponTaken {
  most: number
  /** As the coupon counts. */
  redeemed: number
  held: number
  taken: number
  beyond: number
  freed: number
  wrong: string[]
}

/** mulberry32: the same seed, the same day. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const callerOf = (id: UserId, role: UserCaller['role']): UserCaller => ({
  type: 'user',
  id,
  role,
  permissions: new Set(permissionsOf(role)),
  email: `${id}@example.test`,
  display_name: 'Somebody',
  session_id: null,
})

const PRICES = [10_000, 50_000, 99_900, 250_000]

const AGENT_PAISE = 100_000
const CODE = 'STORM'
const PERCENT = 25

interface Day {
  paying: Paying
  payments: TestPayments
  random: () => number
  buyers: UserCaller[]
  agent: PaidAgent
  /** The id of the code, and how many places it has. */
  coupon: { id: string; most: number }
}

const BILLING = { name: 'Somebody', address: '', state_code: '29', gstin: null }

/** Credits. @returns the number of the order at the gateway */
async function topUp({ paying, buyers }: Day, n: number): Promise<string> {
  const buyer = buyers[n % buyers.length]
  if (!buyer) throw new Error('nobody buys')
  const paise = PRICES[n % PRICES.length] ?? 10_000
  const { checkout } = await createOrder(paying, mayManageOwnOrders(buyer), {
    buying: { purpose: 'credits', subject: { paise } },
    billing: BILLING,
    expected_paise: paise,
    idempotency_key: `storm-order-${n}`,
  })
  return checkout?.gateway_order_id ?? ''
}

/** The agent, by somebody who is new, with the code as long as it has a place. @returns as `topUp` */
async function buyAgent({ paying, agent, database }: Day & { database: TestDatabase }, n: number): Promise<string> {
  const buyer = callerOf(await insertUser(database), 'basic_user')
  const ordered = (coupon: string | null) =>
    createOrder(paying, mayManageOwnOrders(buyer), {
      buying: { purpose: 'agent', subject: { agent_id: agent.agent_id }, ...(coupon !== null && { coupon }) },
      billing: BILLING,
      expected_paise: coupon === null ? AGENT_PAISE : (AGENT_PAISE * (100 - PERCENT)) / 100,
      idempotency_key: `storm-agent-${n}-${coupon}`,
    })
  const { checkout } = await ordered(CODE).catch((error: unknown) => {
    if (error instanceof AppError && error.problems[0]?.message === 'This code has been used up.') return ordered(null)
    throw error
  })
  return checkout?.gateway_order_id ?? ''
}

/** One order, and what its buyer does with it. */
async function shop(day: Day & { database: TestDatabase }, n: number): Promise<void> {
  const { payments, random } = day
  const order_id = await (n % 3 === 2 ? buyAgent(day, n) : topUp(day, n))
  const { state } = payments.peer
  const attempt = (over: object = {}) =>
    pay(state, {
      method: 'POST',
      path: '/checkout/pay',
      query: new URLSearchParams(),
      json: { order_id, method: 'card', ...over },
      key: null,
    })
  const fate = random()
  if (fate < 0.1) attempt({ outcome: 'failure' })
  if (fate >= 0.1 && fate < 0.2) attempt({ outcome: 'cancelled' })
  else if (fate < 0.3) {
    attempt({ method: 'upi', outcome: 'pending' })
    const waiting = [...state.payments.values()].at(-1)
    if (waiting) authorise(state, waiting)
  } else attempt()
  if (fate > 0.97) attempt({ second: true })
}

/** The hour of the orders is over; then the bank confirms some that had failed. */
async function comeLate({ paying, payments, random }: Day): Promise<void> {
  payments.at(new Date(Date.now() + 61 * 60_000))
  while ((await expireOrders(paying)) > 0);
  const { state } = payments.peer
  for (const payment of [...state.payments.values()].filter(({ status }) => status === 'failed'))
    if (random() < 0.5) authorise(state, payment)
}

/** Some get money back, some dispute. */
async function regret({ paying, payments, random }: Day, admin: UserCaller): Promise<void> {
  const { state } = payments.peer
  payments.peer.behave({ slow_refunds: true })
  const { rows } = await paying.db
    .selectFrom('orders')
    .select(['id', 'amount_paise'])
    .where('status', '=', 'paid')
    .orderBy('receipt')
    .execute()
    .then((found) => ({ rows: found.filter(() => random() < 0.08) }))
  for (const { id, amount_paise } of rows)
    await grantRefund(
      paying.db,
      admin,
      { order_id: id, paise: Math.ceil(amount_paise / 2), reason: 'storm' },
      paying.now(),
    )
  while ((await sendRefunds(paying)) > 0);
  for (const refund of state.refunds.values()) endRefund(state, refund, random() < 0.1 ? 'failed' : 'processed')
  for (const payment of [...state.payments.values()].filter(({ status }) => status === 'captured'))
    if (random() < 0.02) contest({ payments, random }, payment)
}

/** The bank reviews what speaks against a dispute, may want better, and decides most of them. */
function contest({ payments, random }: Pick<Day, 'payments' | 'random'>, payment: PaymentEntity): void {
  const { state } = payments.peer
  const opened = dispute(state, payment, payment.amount - payment.amount_refunded)
  while (random() < 0.5) {
    endDispute(state, opened, 'under_review')
    if (random() < 0.5) sendBackDispute(state, opened)
  }
  if (random() < 0.8) endDispute(state, opened, random() < 0.5 ? 'won' : 'lost')
}

async function differing({ paying, payments }: Day): Promise<string[]> {
  const { state } = payments.peer
  const ours = await paying.db.selectFrom('payments').select(['gateway_payment_id as id', 'status']).execute()
  const refunds = await paying.db.selectFrom('refunds').select(['gateway_refund_id as id', 'status']).execute()
  const disputes = await paying.db.selectFrom('disputes').select(['gateway_dispute_id as id', 'status']).execute()
  const known = new Map([...ours, ...refunds, ...disputes].map(({ id, status }) => [id, status]))
  return [...state.payments.values(), ...state.refunds.values(), ...state.disputes.values()]
    .filter(({ id, status }) => known.get(id) !== status)
    .map(({ id, status }) => `${id}: ${status} there, ${known.get(id) ?? 'unknown'} here`)
}

/** What buyers must have: paid once per order, less what went back. */
async function creditsDue({ db }: Paying): Promise<number> {
  const rows = await db
    .selectFrom('orders')
    .select(['amount_paise', 'refunded_paise'])
    .where('status', '=', 'paid')
    .where('purpose', '=', 'credits')
    .execute()
  return rows.reduce((sum, { amount_paise, refunded_paise }) => sum + amount_paise - refunded_paise, 0)
}

/** Each order with the code has the place that belongs to its state, and a sale of what was paid. */
async function couponTaken({ pool }: TestDatabase, { id, most }: Day['coupon']): Promise<CouponTaken> {
  const { rows } = await pool.query<{
    id: string
    status: string
    place: string
    off: number
    paid: number
    sold: number
  }>(
    `select o.id, o.status, coalesce(r.state, 'none') as place, o.off_paise::int as off, o.amount_paise::int as paid,
       coalesce((select sum(s.gross_paise) from sales s where s.order_id = o.id), 0)::int as sold
     from orders o left join coupon_redemptions r on r.order_id = o.id where o.coupon_id = $1`,
    [id],
  )
  const count = (place: string) => rows.filter((row) => row.place === place).length
  const PLACES: Record<string, readonly string[]> = { paid: ['taken', 'beyond'], expired: ['freed'] }
  const off = (AGENT_PAISE * PERCENT) / 100
  const wrong = rows.filter(
    (row) =>
      !(PLACES[row.status] ?? ['held']).includes(row.place) ||
      row.off !== off ||
      row.paid !== AGENT_PAISE - off ||
      row.sold !== (row.status === 'paid' ? row.paid : 0),
  )
  const counted = await pool.query<{ redeemed: number }>('select redeemed from coupons where id = $1', [id])
  return {
    most,
    redeemed: counted.rows[0]?.redeemed ?? -1,
    held: count('held'),
    taken: count('taken'),
    beyond: count('beyond'),
    freed: count('freed'),
    wrong: wrong.map((row) => `${row.id}: ${row.status}, ${row.place}, ${row.paid} + ${row.off}, sold ${row.sold}`),
  }
}

/** An agent, and a code for it that has places for half of those who want one. */
async function openShop(database: TestDatabase, orders: number): Promise<Pick<Day, 'agent' | 'coupon'>> {
  const document = workflow([node('start', 'manual_trigger')], [])
  const agent = await insertAgent(database, document, { type: 'one_time', paise: AGENT_PAISE })
  const most = Math.ceil(orders / 6)
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into coupons (seller_id, code, percent, most, once, least_paise, first_only, created_by, starts_at)
     values ($1, $2, $3, $4, true, 0, false, $1, '2026-01-01') returning id`,
    [agent.seller, CODE, PERCENT, most],
  )
  return { agent, coupon: { id: rows[0]?.id ?? '', most } }
}

/** @param orders how many; each makes about three events. `seed` repeats a day */
export async function webhookStorm(
  database: TestDatabase,
  { orders, seed }: { orders: number; seed: number },
): Promise<Storm> {
  const random = seeded(seed)
  const payments = await createTestPayments({ random })
  const paying = payments.on(database.db)
  const begun = performance.now()
  payments.peer.behave({ hold: true, shuffle: true, copies: 5, tamper: 50, drop: 20 })
  payments.deliver(async ({ body, headers }: Delivery) => {
    const [signature, event_id] = [headers['x-razorpay-signature'] ?? null, headers['x-razorpay-event-id'] ?? null]
    try {
      await receiveEvent(paying, { bytes: Buffer.from(body), signature, event_id })
      return 200
    } catch (error) {
      return error instanceof AppError ? error.status : 500
    }
  })
  const day = { paying, payments, random, database, buyers: [] as UserCaller[], ...(await openShop(database, orders)) }
  for (let n = 0; n < 20; n++) day.buyers.push(callerOf(await insertUser(database), 'basic_user'))
  const admin = callerOf(await insertUser(database, 'admin'), 'admin')
  for (let n = 0; n < orders; n++) await shop(day, n)
  await payments.peer.post.flush(8)
  await comeLate(day)
  await payments.peer.post.flush(8)
  await regret(day, admin)
  await payments.peer.post.flush(8)
  const before = await differing(day)
  await reconcile(paying, new Date(0), new Date(paying.now().getTime() + 60_000))
  while ((await sendRefunds(paying)) > 0);
  for (const refund of payments.peer.state.refunds.values()) endRefund(payments.peer.state, refund, 'processed')
  await reconcile(paying, new Date(0), new Date(paying.now().getTime() + 60_000))
  const kinds = await sumKinds(database.db)
  const result: Storm = {
    ...payments.peer.post.counted,
    seconds: (performance.now() - begun) / 1000,
    orders,
    differing: before.length,
    differing_after: await differing(day),
    ledger_sum: kinds.reduce((sum, { paise }) => sum + paise, 0),
    drift: (await findDrift(database.db)).length,
    credits_due: await creditsDue(paying),
    credits: kinds.find(({ kind }) => kind === 'credits')?.paise ?? 0,
    coupon: await couponTaken(database, day.coupon),
  }
  await payments.peer.close()
  return result
}
