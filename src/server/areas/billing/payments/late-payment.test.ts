/** Payments that a bank confirms after what they were for is gone: they go back, and keep nobody else from theirs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Buying } from '#contract/billing/payments.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { newToken } from '#peers/razorpay/api.ts'
import { authorise, begin, decline } from '#peers/razorpay/moves.ts'
import { takeDispute } from '#server/areas/billing/disputes/sync-disputes.ts'
import { balanceOf, platformBalance } from '#server/areas/billing/ledger/ledger.ts'
import { runRenewals } from '#server/areas/billing/renewals/renewals.ts'
import { insertMandate } from '#server/areas/billing/subscriptions/renewals.store.ts'
import { ordersFor } from '#server/areas/billing/subscriptions/subscriptions.policy.ts'
import { findLive } from '#server/areas/billing/subscriptions/subscriptions.store.ts'
import { cancelSubscription, changeSubscription } from '#server/areas/billing/subscriptions/subscriptions.ts'
import { erasePerson } from '#server/areas/platform/account-data/erase.store.ts'
import { findPerson } from '#server/areas/platform/account-data/exports.store.ts'
import { mint } from '#server/platform/access/grant.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { createTestPayments, type TestPayments } from '#test/support/payments.ts'
import { payPlan } from '#test/support/plans.ts'
import { insertUser } from '#test/support/users.ts'
import { createOrder } from './orders.ts'
import { reconcile } from './reconcile.ts'
import { syncFromGateway } from './sync-from-gateway.ts'
import { takePayment } from './take-payment.ts'

let database: TestDatabase
let payments: TestPayments
let user: UserId
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  payments = await createTestPayments()
  user = await insertUser(database)
})
afterAll(() => database.drop())

const paying = () => payments.on(database.db)
const state = () => payments.peer.state
const STARTER: Buying = { purpose: 'plan', subject: { plan_id: 'starter', billing: 'monthly' } }
const CREDITS: Buying = { purpose: 'credits', subject: { paise: 50_000 } }

/** Orders, and begins a payment that the bank has not confirmed. */
async function pending(by: UserId, buying: Buying, paise: number) {
  const { checkout } = await createOrder(paying(), ordersFor(by), {
    buying,
    billing: { name: 'Asha', address: '12 Road, Mumbai 400001', state_code: '27', gstin: null },
    expected_paise: paise,
    idempotency_key: uuidv7(),
  })
  const order = state().orders.get(checkout?.gateway_order_id ?? '')
  if (!order) throw new Error('The gateway has no such order')
  const payment = begin(state(), { order, method: 'upi' })
  await syncFromGateway(paying(), order.id)
  return payment
}
const remove = (gone: UserId) =>
  database.db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, gone)
    if (person) await erasePerson(tx, person)
  })
async function confirm(payment: Awaited<ReturnType<typeof pending>>) {
  authorise(state(), payment)
  return takePayment(paying(), await paying().gateway.payment(payment.id))
}
/** Their bank may be asked. */
async function allow(on: ReturnType<typeof paying>): Promise<void> {
  const customer_id = await on.gateway.customer({ name: 'Asha', email: `${user}@example.com` })
  const { id: token_id, max_amount: max_paise } = newToken(state(), customer_id, 'card')
  const mandate = { user_id: user, gateway: 'test', customer_id, token_id, method: 'card', max_paise, expires_at: null }
  await insertMandate(database.db, mandate)
}

/** A monthly plan that is charged by mandate; the bank declines the first charges and takes its time with the others. */
async function renewing(plan_id: string, declined = 0) {
  payments.at(new Date('2026-06-30T09:00:00Z'))
  const on = paying()
  const chargeToken: typeof on.gateway.chargeToken = async (charge) => {
    const order = state().orders.get(charge.order)
    if (!order) throw new Error('The gateway has no such order')
    const made = begin(state(), { order, method: 'card' })
    if (state().payments.size <= declined) decline(state(), made)
    return made.id
  }
  await payPlan(database, user, { plan_id, billing: 'monthly' }, on.now)
  await allow(on)
  return { on, deps: { ...on, gateway: { ...on.gateway, chargeToken } } }
}
const refunds = async (payment: string) =>
  (
    await database.pool.query(
      `select r.status, r.paise::int from refunds r join payments p on p.id = r.payment_id where p.gateway_payment_id = $1`,
      [payment],
    )
  ).rows

describe('a payment that is confirmed after its account was deleted', () => {
  it.each([
    ['a plan', STARTER, 100_000],
    ['credits', CREDITS, 50_000],
  ])('goes back, if it was for %s', async (_what, buying, paise) => {
    const payment = await pending(user, buying, paise)
    await remove(user)
    expect(await confirm(payment)).toBe('returned')
    expect(await refunds(payment.id)).toEqual([{ status: 'approved', paise }])
    expect(await balanceOf(database.db, 'credits', user)).toBe(0)
  })

  it('goes back, if it was for an agent whose seller is gone', async () => {
    const document = workflow([node('start', 'manual_trigger')], [])
    const agent = await insertAgent(database, document, { type: 'one_time', paise: 200_000 })
    const payment = await pending(user, { purpose: 'agent', subject: { agent_id: agent.agent_id } }, 200_000)
    await remove(agent.seller)
    expect(await confirm(payment)).toBe('returned')
  })
})

it('a payment in another currency is in no book, and admins are told', async () => {
  const admin = await insertUser(database, 'admin')
  const [unclaimed, gateway] = [
    await platformBalance(database.db, 'unclaimed'),
    await platformBalance(database.db, 'gateway'),
  ]
  const { id } = await paying().gateway.createOrder({ amount: 10_000, receipt: uuidv7(), notes: {} })
  const order = state().orders.get(id)
  if (!order) throw new Error('The gateway has no such order')
  const payment = begin(state(), { order, method: 'card' })
  payment.currency = 'USD'
  expect(await confirm(payment)).toBe('unclaimed')
  expect([await platformBalance(database.db, 'unclaimed'), await platformBalance(database.db, 'gateway')]).toEqual([
    unclaimed,
    gateway,
  ])
  const about = { id: 'disp_1', payment_id: payment.id, amount: 10_000, reason_code: 'fraud', respond_by: null }
  for (const status of ['open', 'lost'] as const) await takeDispute(paying(), { ...about, status })
  expect(await platformBalance(database.db, 'disputed')).toBe(0)
  const told = await database.pool.query('select title from notifications where user_id = $1 order by id', [admin])
  expect(told.rows).toEqual([
    { title: 'A payment came in USD' },
    { title: 'A payment in another currency is disputed' },
  ])
})

describe('the comparison with the gateway', () => {
  it('repairs the payments of others when one cannot be taken over, and says so', async () => {
    const [broken, mine] = [await pending(user, STARTER, 100_000), await insertUser(database)]
    const payment = await pending(mine, CREDITS, 50_000)
    for (const one of [broken, payment]) authorise(state(), one)
    await database.pool.query(`update orders set subject = '{}' where user_id = $1`, [user])
    const now = paying().now().getTime()
    const { differences } = await reconcile(paying(), new Date(now - 3_600_000), new Date(now + 60_000))
    expect(await balanceOf(database.db, 'credits', mine)).toBe(50_000)
    const seen = differences.map(({ kind, id, repaired }) => [kind, id, repaired])
    expect(seen).toEqual(
      expect.arrayContaining([
        ['missed_payment', broken.id, false],
        ['missed_payment', payment.id, true],
      ]),
    )
  })

  it('repairs the payments of others when the gateway lists one that cannot be read, and says so', async () => {
    const [strange, mine] = [await pending(user, CREDITS, 50_000), await insertUser(database)]
    const payment = await pending(mine, CREDITS, 50_000)
    for (const one of [strange, payment]) authorise(state(), one)
    Object.assign(state().payments.get(strange.id) ?? {}, { currency: 'a currency that nobody has heard of' })
    const now = paying().now().getTime()
    const { differences } = await reconcile(paying(), new Date(now - 3_600_000), new Date(now + 60_000))
    expect(await balanceOf(database.db, 'credits', mine)).toBe(50_000)
    expect(differences).toContainEqual({ kind: 'unreadable', id: strange.id, paise: 0, repaired: false })
  })
})

describe('a renewal that is under way at the bank', () => {
  it('is not charged again because its customer chooses another plan meanwhile', async () => {
    const { on, deps } = await renewing('professional')
    const own = mint('user.own', ordersFor(user).by, user)
    const first = await findLive(database.db, user)
    if (!first) throw new Error('There is a plan')
    const change = (plan_id: string) =>
      changeSubscription(database.db, own, { id: first.id, plan_id, billing: 'monthly' }, on.now())
    for (let day = 0; day < 30; day++) {
      payments.pass(1440)
      await runRenewals(deps)
    }
    expect(state().payments.size).toBe(1)
    await expect(change('starter')).rejects.toThrow('The payment for your next period is in progress.')
    for (let hour = 0; hour < 30; hour++) {
      payments.pass(60)
      await runRenewals(deps)
    }
    expect(state().payments.size).toBe(1)
  })
})

describe('a renewal that the bank declined', () => {
  it('keeps nobody from a smaller plan, also when they withdrew the mandate meanwhile', async () => {
    const { on, deps } = await renewing('professional')
    for (let day = 0; day < 30; day++) {
      payments.pass(1440)
      await runRenewals(deps)
    }
    const [payment] = [...state().payments.values()]
    const live = await findLive(database.db, user)
    if (!payment || !live) throw new Error('It was not charged')
    await database.pool.query('update mandates set revoked_at = $1', [on.now()])
    decline(state(), payment)
    await takePayment(on, await on.gateway.payment(payment.id))
    payments.pass(60)
    await runRenewals(deps)
    const own = mint('user.own', ordersFor(user).by, user)
    const change = { id: live.id, plan_id: 'starter', billing: 'monthly' } as const
    // Their period is over, so it begins with a payment of their own.
    await expect(changeSubscription(database.db, own, change, on.now())).rejects.toThrow('begins when it’s paid')
  })
})

describe('a renewal that the bank confirms after its customer cancelled', () => {
  it.each([
    ['before the period ended', 30, []],
    ['after it ended', 33, []],
    ['while a second try is under way', 35, ['failed']],
  ])('goes back, cancelled %s', async (_when, days, before) => {
    const { on, deps } = await renewing('starter', before.length)
    for (let day = 0; day < days; day++) {
      payments.pass(1440)
      await runRenewals(deps)
    }
    const asked = [...state().payments.values()]
    expect(asked.map(({ status }) => status)).toEqual([...before, 'created'])
    const payment = asked.at(-1)
    const live = await findLive(database.db, user)
    if (!live || !payment) throw new Error('It was not charged')
    await cancelSubscription(database.db, mint('user.own', ordersFor(user).by, user), live.id, on.now())
    authorise(state(), payment)
    expect(await takePayment(on, await on.gateway.payment(payment.id))).toBe('returned')
    expect((await findLive(database.db, user))?.status ?? 'ended').toMatch(/^(cancelled|ended)$/)
  })
})
