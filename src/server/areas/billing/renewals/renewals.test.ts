import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { newToken } from '#peers/razorpay/api.ts'
import { authorise, begin } from '#peers/razorpay/moves.ts'
import { expireOrders } from '#server/areas/billing/payments/expire.ts'
import { createOrder } from '#server/areas/billing/payments/orders.ts'
import { takePayment } from '#server/areas/billing/payments/take-payment.ts'
import { payForTest } from '#server/areas/billing/payments/verify.ts'
import { findPlanLimits } from '#server/areas/billing/plan-limits/plan-limits.ts'
import { findMandate, findOpen, insertMandate } from '#server/areas/billing/subscriptions/renewals.store.ts'
import { ordersFor } from '#server/areas/billing/subscriptions/subscriptions.policy.ts'
import { findEvents, findLive } from '#server/areas/billing/subscriptions/subscriptions.store.ts'
import { cancelSubscription } from '#server/areas/billing/subscriptions/subscriptions.ts'
import { mint } from '#server/platform/access/grant.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestPayments, type TestPayments } from '#test/support/payments.ts'
import { payPlan } from '#test/support/plans.ts'
import { insertUser } from '#test/support/users.ts'
import { chargeMandate } from './charge.ts'
import { type RenewalDeps, runRenewals } from './renewals.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const START = new Date('2026-06-30T09:00:00Z')
const DAY_MINUTES = 1440
let payments: TestPayments
let user: UserId
let deps: RenewalDeps
beforeEach(async () => {
  payments = await createTestPayments()
  payments.at(START)
  user = await insertUser(database)
  deps = payments.on(database.db)
})
afterEach(async () => {
  await payments.peer.close()
  await database.pool.query(`update subscriptions set status = 'ended', ended_at = now() where status <> 'ended'`)
})

const now = () => payments.paying.now()
const pay = (plan_id: string, billing: 'monthly' | 'yearly' = 'monthly') =>
  payPlan(database, user, { plan_id, billing }, now)

/** Their bank may be asked from now on. */
async function allow(): Promise<void> {
  const customer_id = await payments.paying.gateway.customer({ name: 'Somebody', email: `${user}@example.com` })
  const { id: token_id, max_amount: max_paise } = newToken(payments.peer.state, customer_id, 'card')
  const mandate = { user_id: user, gateway: 'test', customer_id, token_id, method: 'card', max_paise, expires_at: null }
  await insertMandate(database.db, mandate)
}

/** Day after day. @returns what happened on which day, counted from the start */
async function live(days: number): Promise<string[]> {
  const seen = await kinds()
  const log: string[] = []
  for (let day = 0; day < days; day++) {
    payments.pass(DAY_MINUTES)
    await runRenewals(deps)
    const fresh = (await kinds()).slice(seen.length + log.length)
    const at = Math.round((now().getTime() - START.getTime()) / (DAY_MINUTES * 60_000))
    log.push(...fresh.map((kind) => `${at} ${kind}`))
  }
  return log
}
const kinds = async () =>
  (await findEvents(database.db, user, { limit: 100, offset: 0 })).rows.map(({ kind }) => kind).toReversed()
const mails = async () => {
  const { rows } = await database.pool.query<{ subject: string; body: string; created_at: Date }>(
    'select subject, body from mails where to_address = $1 order by id',
    [`${user}@example.com`],
  )
  return rows
}
/** The payments that were counted, of somebody who agreed to it. */
const counted = async () =>
  (await database.pool.query('select name, params from analytics_events order by id')).rows.map(
    ({ name, params }) => `${name} ${params.value}`,
  )
const agree = async () => {
  await database.pool.query('delete from analytics_events')
  await database.pool.query(
    `insert into consents (user_id, purpose, version, granted) values ($1, 'analytics', 1, true)`,
    [user],
  )
}
const current = async () => {
  const row = await findLive(database.db, user)
  if (row === null) throw new Error('It has ended')
  return row
}

describe('a plan whose renewal the bank may be asked for', () => {
  it('is announced three days before, with sum, date and the way out, and then charged once a month', async () => {
    await pay('starter')
    await allow()
    expect(await live(26)).toEqual([])
    expect(await mails()).toEqual([])
    await live(2)
    const [mail] = await mails()
    expect(mail?.subject).toBe('Chowk: ₹1,000 will be charged on 30 July 2026')
    expect(mail?.body).toContain('cancel your plan under Subscription')
    expect(await live(33)).toEqual(['30 renewed', '61 renewed'])
    expect(await current()).toMatchObject({ status: 'active', period_start: new Date('2026-08-30T09:00:00Z') })
  })

  it('is counted with every charge, and with every one that fails', async () => {
    await pay('starter')
    await allow()
    await agree()
    await live(33)
    expect(await counted()).toEqual(['payment_success 1000'])
    payments.peer.state.behaviour.decline_tokens = true
    await live(31)
    expect(await counted()).toEqual(['payment_success 1000', 'payment_failed 1000', 'payment_failed 1000'])
  })

  it('is charged once by many processes, and by one that died after asking', async () => {
    await pay('starter')
    await allow()
    await live(29)
    payments.pass(DAY_MINUTES)
    Object.assign(payments.peer.state.behaviour, { fail_after: 1 })
    await Promise.all(Array.from({ length: 5 }, () => runRenewals(deps).catch(() => undefined)))
    payments.pass(31)
    await runRenewals(deps)
    expect(await kinds()).toEqual(['started', 'renewed'])
    const captured = [...payments.peer.state.payments.values()].filter(({ status }) => status === 'captured')
    expect(captured).toHaveLength(1)
  })

  it('is asked for once, however long the bank takes to confirm it', async () => {
    await pay('starter')
    await allow()
    await live(29)
    const { state } = payments.peer
    const { gateway } = payments.paying
    // A charge of a mandate is confirmed a day later: the bank tells its customer before.
    const slow = {
      ...gateway,
      chargeToken: async (charge: { order: string }) => {
        const order = state.orders.get(charge.order)
        if (!order) throw new Error('There is no such order')
        return begin(state, { order, method: 'card' }).id
      },
    }
    for (let hour = 0; hour < 30; hour++) {
      payments.pass(60)
      await runRenewals({ ...deps, gateway: slow })
      await expireOrders(payments.on(database.db))
    }
    const asked = [...state.payments.values()]
    expect(asked.map(({ status, amount }) => [status, amount])).toEqual([['created', 100_000]])
    for (const payment of asked) authorise(state, payment)
    payments.pass(60)
    await runRenewals({ ...deps, gateway: slow })
    expect(await kinds()).toEqual(['started', 'renewed'])
  })

  it('is neither announced nor charged while the account is blocked, and continues once it is active again', async () => {
    const set = (status: string) => database.pool.query('update users set status = $2 where id = $1', [user, status])
    await pay('starter')
    await allow()
    await set('blocked')
    expect(await live(29)).toEqual([])
    expect(await mails()).toEqual([])
    await set('active')
    // Announced late, and so charged a day later.
    expect(await live(3)).toEqual(['31 renewed'])
    await live(28)
    await set('blocked')
    expect(await live(3)).toEqual([])
    const row = await current()
    const renewal = await findOpen(database.db, row.id)
    if (renewal === null) throw new Error('It was not announced')
    // Blocked after the look, before the bank is asked.
    expect(await chargeMandate({ ...payments.paying, db: database.db }, row, renewal)).toEqual({ outcome: 'pending' })
    const captured = [...payments.peer.state.payments.values()].filter(({ status }) => status === 'captured')
    expect(captured).toHaveLength(1)
  })

  it('is tried again after 2, 5, 7 and 7 days, and has ended three days later with nothing deleted', async () => {
    await pay('starter')
    await allow()
    payments.peer.state.behaviour.decline_tokens = true
    const log = await live(60)
    expect(log).toEqual([30, 32, 37, 44, 51].map((day) => `${day} charge_failed`).concat('54 ended'))
    expect((await findPlanLimits(database.db, user, now())).plan).toBeNull()
    expect((await mails()).map(({ subject }) => subject).at(-1)).toBe('Chowk: Your Starter plan has ended')
  })

  it('comes back when a later try goes through, and the days of grace are not free', async () => {
    await pay('starter')
    await allow()
    payments.peer.state.behaviour.decline_tokens = true
    await live(31)
    expect((await current()).status).toBe('past_due')
    payments.peer.state.behaviour.decline_tokens = false
    expect(await live(4)).toEqual(['32 renewed'])
    expect(await current()).toMatchObject({ status: 'active', period_start: new Date('2026-07-30T09:00:00Z') })
  })
})

it('charges the mandate that came with the payment of a plan, and no more once the plan is cancelled', async () => {
  const paying = payments.on(database.db)
  const own = ordersFor(user)
  const { order, checkout } = await createOrder(paying, own, {
    buying: { purpose: 'plan', subject: { plan_id: 'starter', billing: 'monthly' } },
    billing: { name: 'Somebody', address: '', state_code: '29', gstin: null },
    expected_paise: 100_000,
    idempotency_key: 'a double click',
  })
  expect(checkout?.customer_id).toMatch(/^cust_/)
  const { razorpay_payment_id } = await payForTest(paying, own, order.id, { method: 'card', outcome: 'success' })
  await takePayment(paying, await paying.gateway.payment(razorpay_payment_id ?? ''))
  expect(await findMandate(database.db, user, now())).toMatchObject({ method: 'card', max_paise: 1_500_000 })
  expect(await live(31)).toEqual(['30 renewed'])
  const { id } = await current()
  await cancelSubscription(database.db, mint('user.own', own.by, user), id, now())
  expect(await findMandate(database.db, user, now())).toBeNull()
  expect(await live(40)).toEqual(['61 ended'])
})

describe('a renewal that only the customer can pay', () => {
  it.each([
    ['above ₹15,000, whatever the bank may be asked', 'professional', 'yearly', true, 365],
    ['without a mandate', 'starter', 'monthly', false, 30],
  ] as const)('%s is asked for, and given up after the same days', async (_why, plan, billing, isAllowed, due) => {
    await pay(plan, billing)
    if (isAllowed) await allow()
    payments.pass((due - 4) * DAY_MINUTES)
    const log = await live(32)
    expect(log).toEqual([0, 2, 7, 14, 21].map((day) => `${due + day} payment_asked`).concat(`${due + 24} ended`))
    const asked = (await mails()).filter(({ subject }) => subject.startsWith('Chowk: Pay ₹'))
    expect(asked).toHaveLength(5)
    expect(asked[0]?.body).toContain('http://chowk.test/subscription')
    expect(payments.peer.state.payments.size).toBe(0)
  })

  it('continues with the payment, from where the last period ended', async () => {
    await pay('professional', 'yearly')
    payments.pass(364 * DAY_MINUTES)
    await live(4)
    expect((await current()).status).toBe('awaiting_customer')
    await pay('professional', 'yearly')
    expect(await current()).toMatchObject({ status: 'active', period_start: new Date('2027-06-30T09:00:00Z') })
    expect(await live(30)).toEqual([])
  })
})

it('asks in the free days on day 5 and day 7, once each, and ends them', async () => {
  await database.pool.query(
    `insert into subscriptions (user_id, plan_id, version_id, billing, status, anchor_at, period_start, period_end, access_until, trial_ends_at)
     select $1, plan_id, id, 'monthly', 'trialing', $2, $2, $3, $3, $3 from plan_versions where plan_id = 'starter' and number = 1`,
    [user, START, new Date(START.getTime() + 7 * 86_400_000)],
  )
  // The first day is over after a day: on day 5 four have passed.
  expect(await live(9)).toEqual(['4 trial_day_5', '6 trial_day_7', '7 trial_over'])
  const { rows } = await database.pool.query('select title from notifications where user_id = $1 order by seq', [user])
  expect(rows.map(({ title }) => title)).toEqual([
    'Your Starter trial ends soon',
    'Your Starter trial ends today',
    'Your Starter trial has ended',
  ])
})

it('keeps a price until a renewal is announced with the new one', async () => {
  await pay('starter')
  await allow()
  const raise = (paise: number) =>
    database.pool.query(
      `insert into plan_versions (plan_id, number, name, monthly_paise, yearly_paise, agent_limit, storage_bytes, api_calls, support, features, cta, is_popular, is_premium)
       select plan_id, number + 1, name, $1, yearly_paise, agent_limit, storage_bytes, api_calls, support, features, cta, is_popular, is_premium
       from plan_versions where plan_id = 'starter' order by number desc limit 1`,
      [paise],
    )
  await live(28)
  await raise(120_000)
  expect(await live(3)).toEqual(['30 renewed'])
  expect((await current()).paid_paise).toBe(100_000)
  expect(await live(33)).toEqual(['61 renewed'])
  expect((await current()).paid_paise).toBe(120_000)
  expect((await mails()).some(({ body }) => body.includes('The price of a period was ₹1,000 and will be ₹1,200'))).toBe(
    true,
  )
})
