/**
 * Webhooks as they come on a bad day: copied, shuffled, changed on the way, lost. Buyers pay, fail, wait, pay twice, ask for their money
 * back and dispute; then the books are compared with the gateway's, and with what must have been paid.
 */

import { permissionsOf } from '#contract/access.ts'
import { AppError } from '#contract/errors.ts'
import type { UserId } from '#contract/primitives.ts'
import { pay } from '#peers/razorpay/checkout.ts'
import { authorise, dispute, endDispute, endRefund } from '#peers/razorpay/moves.ts'
import type { Counted, Delivery } from '#peers/razorpay/webhooks.ts'
import type { UserCaller } from '#server/domain/caller.ts'
import { findDrift, sumKinds } from '#server/domain/ledger/ledger.store.ts'
import { ownOrders } from '#server/domain/orders/orders.policy.ts'
import { createOrder } from '#server/domain/orders/orders.ts'
import type { Paying } from '#server/domain/orders/paying.ts'
import { reconcile } from '#server/domain/orders/reconcile.ts'
import { receiveEvent } from '#server/domain/orders/webhook.ts'
import { giveRefund } from '#server/domain/refunds/refunds.ts'
import { sendRefunds } from '#server/domain/refunds/send.ts'
import type { TestDatabase } from './database.ts'
import { createTestPayments, type TestPayments } from './payments.ts'
import { insertUser } from './users.ts'

export interface Storm extends Counted {
  seconds: number
  orders: number
  /** Payments and refunds that we had in another state than the gateway, after the webhooks and after the comparison. */
  differing: number
  differing_after: string[]
  ledger_sum: number
  drift: number
  /** Credits of all buyers as they must be, and as they are. */
  credits_due: number
  credits: number
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

interface Day {
  paying: Paying
  payments: TestPayments
  random: () => number
  buyers: UserCaller[]
}

/** One order, and what its buyer does with it. */
async function shop({ paying, payments, random, buyers }: Day, n: number): Promise<void> {
  const buyer = buyers[n % buyers.length]
  if (!buyer) throw new Error('nobody buys')
  const paise = PRICES[n % PRICES.length] ?? 10_000
  const { checkout } = await createOrder(paying, ownOrders(buyer), {
    buying: { purpose: 'credits', subject: { paise } },
    billing: { name: 'Somebody', address: '', state_code: '29', gstin: null },
    expected_paise: paise,
    idempotency_key: `storm-order-${n}`,
  })
  const { state } = payments.peer
  const attempt = (over: object = {}) =>
    pay(state, {
      method: 'POST',
      path: '/checkout/pay',
      query: new URLSearchParams(),
      json: { order_id: checkout?.gateway_order_id ?? '', method: 'card', ...over },
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
    await giveRefund(
      paying.db,
      admin,
      { order_id: id, paise: Math.ceil(amount_paise / 2), reason: 'storm' },
      paying.now(),
    )
  while ((await sendRefunds(paying)) > 0);
  for (const refund of state.refunds.values()) endRefund(state, refund, random() < 0.1 ? 'failed' : 'processed')
  for (const payment of [...state.payments.values()].filter(({ status }) => status === 'captured'))
    if (random() < 0.02)
      endDispute(
        state,
        dispute(state, payment, payment.amount - payment.amount_refunded),
        random() < 0.5 ? 'won' : 'lost',
      )
}

async function differing({ paying, payments }: Day): Promise<string[]> {
  const { state } = payments.peer
  const ours = await paying.db.selectFrom('payments').select(['gateway_payment_id as id', 'status']).execute()
  const refunds = await paying.db.selectFrom('refunds').select(['gateway_refund_id as id', 'status']).execute()
  const known = new Map([...ours, ...refunds].map(({ id, status }) => [id, status]))
  return [...state.payments.values(), ...state.refunds.values()]
    .filter(({ id, status }) => known.get(id) !== status)
    .map(({ id, status }) => `${id}: ${status} there, ${known.get(id) ?? 'unknown'} here`)
}

/** What buyers must have: paid once per order, less what went back. */
async function creditsDue({ db }: Paying): Promise<number> {
  const rows = await db
    .selectFrom('orders')
    .select(['amount_paise', 'refunded_paise'])
    .where('status', '=', 'paid')
    .execute()
  return rows.reduce((sum, { amount_paise, refunded_paise }) => sum + amount_paise - refunded_paise, 0)
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
  const day: Day = { paying, payments, random, buyers: [] }
  for (let n = 0; n < 20; n++) day.buyers.push(callerOf(await insertUser(database), 'basic_user'))
  const admin = callerOf(await insertUser(database, 'admin'), 'admin')
  for (let n = 0; n < orders; n++) await shop(day, n)
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
  }
  await payments.peer.close()
  return result
}
