/** Places of coupons: exactly as many as there are, one to a person, whoever orders, pays, fails or waits, in any order and at once. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { pay } from '#peers/razorpay/checkout.ts'
import { authorise } from '#peers/razorpay/moves.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { expireOrders } from '#server/areas/billing/payments/expire.ts'
import { createOrder, quoteOrder } from '#server/areas/billing/payments/orders.ts'
import { reconcile } from '#server/areas/billing/payments/reconcile.ts'
import { ordersFor } from '#server/areas/billing/subscriptions/subscriptions.policy.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { createTestPayments, type TestPayments } from '#test/support/payments.ts'
import { CROWD, LONG } from '#test/support/scale.ts'
import { insertUser } from '#test/support/users.ts'

const PRICE = 100_000
const NOON = new Date('2026-11-20T06:30:00Z')
const document = workflow([node('start', 'manual_trigger')], [])

let database: TestDatabase
let payments: TestPayments
let paying: Paying
let agent: PaidAgent
beforeAll(async () => {
  database = await createTestDatabase()
  payments = await createTestPayments()
  paying = payments.on(database.db)
  agent = await insertAgent(database, document, { type: 'one_time', paise: PRICE })
})
afterEach(() => payments.at(NOON))
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await payments.peer.close()
  await database.drop()
})

let coupons = 0
async function coupon({ most = null as number | null, once = true, percent = 25, seller = agent.seller } = {}) {
  const code = `C-${++coupons}-X`
  const { rows } = await database.pool.query(
    `insert into coupons (seller_id, code, percent, most, once, least_paise, first_only, created_by, starts_at)
     values ($1, $2, $3, $4, $5, 0, false, $1, '2026-01-01') returning id`,
    [seller, code, percent, most, once],
  )
  return { id: rows[0].id as string, code }
}

const buying = (code: string, of = agent) => ({
  purpose: 'agent' as const,
  subject: { agent_id: of.agent_id as AgentId },
  coupon: code,
})
const order = (user: UserId, code: string, { of = agent, paise = 75_000, key = crypto.randomUUID() as string } = {}) =>
  createOrder(paying, ordersFor(user), {
    buying: buying(code, of),
    billing: { name: 'Asha', address: '', state_code: '29', gstin: null },
    expected_paise: paise,
    idempotency_key: key,
  })
const places = async (id: string) => {
  const { rows } = await database.pool.query(
    `select state, count(*)::int as n from coupon_redemptions where coupon_id = $1 group by 1`,
    [id],
  )
  const counted = await database.pool.query('select redeemed from coupons where id = $1', [id])
  const found = Object.fromEntries(rows.map(({ state, n }) => [state, n as number]))
  expect(counted.rows[0].redeemed).toBe((found.held ?? 0) + (found.taken ?? 0))
  return found
}
const attempt = (gateway_order_id: string, over: object = {}) =>
  pay(payments.peer.state, {
    method: 'POST',
    path: '/checkout/pay',
    query: new URLSearchParams(),
    json: { order_id: gateway_order_id, method: 'card', ...over },
    key: null,
  })
const lookAgain = () => reconcile(paying, new Date(0), new Date(Date.now() + 10 * 365 * 86_400_000))
const gatewayOf = (made: Awaited<ReturnType<typeof order>>) => made.checkout?.gateway_order_id ?? ''
const statusOf = async (id: string) =>
  (await database.pool.query('select status from orders where id = $1', [id])).rows[0].status as string
const named = async (email: string) => {
  const id = await insertUser(database)
  await database.pool.query('update users set email = $2 where id = $1', [id, email])
  return id
}
const done = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length

describe('at once', () => {
  it(`${CROWD} people have a code of 7 exactly seven times`, { timeout: 60_000 }, async () => {
    const { id, code } = await coupon({ most: 7 })
    const people = await Promise.all(Array.from({ length: CROWD }, () => insertUser(database)))
    const all = await Promise.allSettled(people.map((user) => order(user, code)))
    expect(done(all)).toBe(7)
    for (const one of all)
      if (one.status === 'rejected')
        expect(one.reason.problems).toEqual([
          { message: 'This code has been used up.', field: 'buying.coupon', code: 'invalid_input' },
        ])
    expect(await places(id)).toEqual({ held: 7 })
    const { rows } = await database.pool.query('select count(*)::int as n from orders where coupon_id = $1', [id])
    expect(rows[0].n).toBe(7)
  })

  it(`20 presses of one order make one, and ${CROWD} addresses of one mailbox have one place`, {
    timeout: 60_000,
  }, async () => {
    const { id, code } = await coupon()
    const user = await insertUser(database)
    const key = crypto.randomUUID()
    const pressed = await Promise.allSettled(Array.from({ length: 20 }, () => order(user, code, { key })))
    expect(done(pressed)).toBe(20)
    expect(await places(id)).toEqual({ held: 1 })
    const other = await coupon()
    const people = await Promise.all(Array.from({ length: CROWD }, (_, n) => named(`asha+${n}@example.net`)))
    const all = await Promise.allSettled(people.map((one) => order(one, other.code)))
    expect(done(all)).toBe(1)
    expect(await places(other.id)).toEqual({ held: 1 })
  })

  it('one person who orders 40 times has one order that can be paid', { timeout: 60_000 }, async () => {
    const { id, code } = await coupon({ most: 1 })
    const user = await insertUser(database)
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => order(user, code)))
    expect(done(all)).toBeGreaterThan(0)
    expect((await places(id)).held).toBe(1)
    const { rows } = await database.pool.query(
      `select count(*)::int as n from orders where coupon_id = $1 and status <> 'expired'`,
      [id],
    )
    expect(rows[0].n).toBe(1)
  })
})

describe('once per person', () => {
  it('is told by the mailbox: not by its address, nor by the account, also when that is deleted', async () => {
    const { code, id } = await coupon({ percent: 100 })
    const first = await named('Asha.Rao@gmail.com')
    await order(first, code, { paise: 0 })
    expect(await places(id)).toEqual({ taken: 1 })
    // As a deletion leaves it: the paid order stays, under an account that is nobody's.
    await database.pool.query(`update users set email = 'gone-' || id || '@deleted.invalid' where id = $1`, [first])
    for (const email of ['asharao@gmail.com', 'a.s.h.a.rao+again@googlemail.com', 'ASHA.RAO+x@GMAIL.com']) {
      const again = await named(email)
      await expect(quoteOrder(paying, ordersFor(again), buying(code))).rejects.toMatchObject({
        problems: [{ message: 'You’ve already used this code.', field: 'coupon' }],
      })
      await expect(order(again, code, { paise: 0 })).rejects.toMatchObject({ status: 400 })
      await database.pool.query('update users set email = id::text where id = $1', [again])
    }
    const dotted = await named('asha.rao@example.org')
    await order(dotted, code, { paise: 0 })
  })

  it('refuses the seller under another account of the same mailbox', async () => {
    const { code } = await coupon({ percent: 100 })
    await database.pool.query(`update users set email = 'seller.of@gmail.com' where id = $1`, [agent.seller])
    const other = await named('sellerof+buys@gmail.com')
    await expect(order(other, code, { paise: 0 })).rejects.toMatchObject({
      problems: [{ message: 'You can’t use your own codes.' }],
    })
  })

  it('first purchases are told by the mailbox, too', async () => {
    const any = await coupon({ percent: 100 })
    const { rows } = await database.pool.query(
      `insert into coupons (seller_id, code, percent, once, least_paise, first_only, created_by, starts_at)
       values ($1, 'FIRST-ONLY', 50, false, 0, true, $1, '2026-01-01') returning id`,
      [agent.seller],
    )
    expect(rows).toHaveLength(1)
    const before = await named('new.here@example.net')
    await order(before, any.code, { paise: 0 })
    await database.pool.query('update users set email = id::text where id = $1', [before])
    const again = await named('new.here+2@example.net')
    await expect(quoteOrder(paying, ordersFor(again), buying('FIRST-ONLY'))).rejects.toMatchObject({
      problems: [{ message: 'This code is only for a first purchase from this seller.' }],
    })
  })
})

describe('an order that is not paid', () => {
  it('frees its place when its time is over, and a late word of the bank takes it again', async () => {
    payments.at(NOON)
    const { id, code } = await coupon({ most: 1 })
    const [slow, quick] = [await insertUser(database), await insertUser(database)]
    const first = await order(slow, code)
    attempt(gatewayOf(first), { outcome: 'failure' })
    const failed = [...payments.peer.state.payments.values()].at(-1)
    payments.pass(61)
    await expireOrders(paying)
    expect(await places(id)).toEqual({ freed: 1 })
    const second = await order(quick, code)
    if (failed) authorise(payments.peer.state, failed)
    await lookAgain()
    // The price that was promised stands; that it is one more than was allowed is said.
    expect(await statusOf(first.order.id)).toBe('paid')
    expect(await places(id)).toEqual({ beyond: 1, held: 1 })
    const { rows } = await database.pool.query('select title from notifications where user_id = $1', [agent.seller])
    expect(rows.map(({ title }) => title)).toContain(`${code} was used once more than its limit`)
    attempt(gatewayOf(second))
    await lookAgain()
    expect(await places(id)).toEqual({ beyond: 1, taken: 1 })
  })

  it('takes its place again when it is still free', async () => {
    payments.at(NOON)
    const { id, code } = await coupon({ most: 1 })
    const made = await order(await insertUser(database), code)
    attempt(gatewayOf(made), { outcome: 'failure' })
    const failed = [...payments.peer.state.payments.values()].at(-1)
    payments.pass(61)
    await expireOrders(paying)
    if (failed) authorise(payments.peer.state, failed)
    await lookAgain()
    expect(await places(id)).toEqual({ taken: 1 })
  })

  it('keeps its place while a payment of it is under way', async () => {
    payments.at(NOON)
    const { id, code } = await coupon({ most: 1 })
    const user = await insertUser(database)
    const made = await order(user, code)
    attempt(gatewayOf(made), { method: 'upi', outcome: 'pending' })
    payments.pass(90)
    await expireOrders(paying)
    expect(await places(id)).toEqual({ held: 1 })
    await expect(order(user, code)).rejects.toMatchObject({
      problems: [{ message: 'An order with this code is waiting for its payment.', field: 'buying.coupon' }],
    })
  })

  it('is left for the next one of the same buyer, and a payment of it goes back', async () => {
    payments.at(NOON)
    const { id, code } = await coupon({ most: 1 })
    const user = await insertUser(database)
    const left = await order(user, code)
    payments.pass(5)
    const next = await order(user, code)
    expect(await places(id)).toEqual({ freed: 1, held: 1 })
    payments.pass(1)
    attempt(gatewayOf(next))
    attempt(gatewayOf(left))
    await lookAgain()
    expect([await statusOf(left.order.id), await statusOf(next.order.id)]).toEqual(['expired', 'paid'])
    expect(await places(id)).toEqual({ freed: 1, taken: 1 })
  })

  it('that is deleted with its account frees its place', async () => {
    const { id, code } = await coupon({ most: 1 })
    const made = await order(await insertUser(database), code)
    await database.pool.query('delete from orders where id = $1', [made.order.id])
    expect(await places(id)).toEqual({})
    await order(await insertUser(database), code)
  })
})

type Move = { do: 'order' | 'again' | 'pay' | 'fail' | 'late'; who: number } | { do: 'hour' } | { do: 'end' }
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('order', 'again', 'pay', 'fail', 'late'), who: fc.nat({ max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hour' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const) }) },
)

it('holds whatever is done in whatever order', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 25 }), fc.boolean(), async (moves, once) => {
      payments.at(NOON)
      const most = 2
      const sold = await insertAgent(database, document, { type: 'one_time', paise: PRICE })
      const { id, code } = await coupon({ most, once, seller: sold.seller })
      const people = await Promise.all(Array.from({ length: 5 }, () => insertUser(database)))
      const made: { who: number; id: string; gateway: string }[] = []
      for (const step of moves) {
        if (step.do === 'hour') {
          payments.pass(61)
          await expireOrders(paying)
        } else if (step.do === 'end') {
          await database.pool.query(
            'update coupons set paused_at = case when paused_at is null then now() end where id = $1',
            [id],
          )
        } else if (step.do === 'order' || step.do === 'again') {
          const user = people[step.who]
          if (!user) continue
          await order(user, code, { of: sold }).then(
            (one) => made.push({ who: step.who, id: one.order.id, gateway: gatewayOf(one) }),
            (error: unknown) => {
              if (!(error instanceof AppError)) throw error
            },
          )
        } else {
          const one = made.findLast(({ who }) => who === step.who)
          if (!one) continue
          if (step.do === 'late') {
            const failed = [...payments.peer.state.payments.values()].find(
              ({ order_id, status }) => order_id === one.gateway && status === 'failed',
            )
            if (failed) authorise(payments.peer.state, failed)
          } else {
            try {
              attempt(one.gateway, step.do === 'fail' ? { outcome: 'failure' } : {})
            } catch {
              // The gateway takes no second payment of an order.
            }
          }
          await lookAgain()
        }
        const now = await places(id)
        expect((now.held ?? 0) + (now.taken ?? 0)).toBeLessThanOrEqual(most)
        // Every place is that of an order, as the order stands.
        const { rows } = await database.pool.query(
          `select o.status, r.state, o.amount_paise::int as paise from coupon_redemptions r join orders o on o.id = r.order_id where r.coupon_id = $1`,
          [id],
        )
        for (const { status, state, paise } of rows) {
          expect(paise).toBe(75_000)
          expect(['taken', 'beyond'].includes(state)).toBe(status === 'paid')
          if (status === 'expired') expect(state).toBe('freed')
        }
      }
    }),
    { numRuns: LONG ? 25 : 8 },
  )
})
