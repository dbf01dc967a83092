/** Money back: asked, decided, paid, withheld by banks; and what the comparison with the gateway repairs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf, platformBalance, postToLedger as postLedger } from '#server/areas/billing/ledger/ledger.ts'
import { expireOrders } from '#server/areas/billing/payments/expire.ts'
import { reconcile } from '#server/areas/billing/payments/reconcile.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { sell } from '#test/support/sales.ts'
import { escalateRefunds } from './escalate.ts'
import { sendRefunds } from './send.ts'

let test: TestApp
let buyer: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
})
beforeEach(async () => {
  buyer = await test.person()
  test.payments.peer.behave({ hold: true, drop: 0, slow_refunds: false, manual_capture: false, fail_after: 0 })
})
afterAll(async () => {
  expect(await findDrift(test.database.db)).toEqual([])
  expect((await sumKinds(test.database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await test.close()
})

const paying = () => test.payments.on(test.database.db)
const peer = () => test.payments.peer
const credits = () => balanceOf(test.database.db, 'credits', buyer.id)
const due = () => platformBalance(test.database.db, 'refunds_due')
const post = (path: string, body: object, as = buyer) => test.call('POST', path, { as, body })

async function order(paise = 50_000): Promise<{ id: string; gateway: string }> {
  const { body } = await post('/api/v1/payments/create-order', {
    buying: { purpose: 'credits', subject: { paise } },
    billing: { name: 'Asha Rao', state_code: '29' },
    expected_paise: paise,
    idempotency_key: uuidv7(),
  })
  return { id: body.data.order.id, gateway: body.data.checkout.gateway_order_id }
}
/** Pays at the gateway itself. @returns the payment's number */
async function pay(gateway: string, over: object = {}): Promise<string> {
  const { key_id, key_secret } = peer().state.keys
  await fetch(`${peer().url}/checkout/pay`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}` },
    body: JSON.stringify({ order_id: gateway, method: 'card', ...over }),
  })
  return [...peer().state.payments.keys()].at(-1) ?? ''
}
async function paid(paise = 50_000) {
  const made = await order(paise)
  const payment = await pay(made.gateway)
  await peer().post.flush()
  return { ...made, payment }
}
const payUncaptured = (gateway: string) => {
  peer().behave({ manual_capture: true })
  return pay(gateway)
}
const settle = (what: object) => fetch(`${peer().url}/script/settle`, { method: 'POST', body: JSON.stringify(what) })
const look = async (id: string) => (await test.call('GET', `/api/v1/payments/orders/${id}`, { as: buyer })).body.data
const refundOf = async (id: string) =>
  (await test.database.pool.query('select * from refunds where order_id = $1 order by created_at', [id])).rows

describe('what nobody asked back', () => {
  it('a second payment of one order is refunded automatically, once', async () => {
    const { id, gateway } = await order()
    const before = await due()
    const [first, second] = [await pay(gateway), await pay(gateway, { second: true })]
    await peer().post.flush()
    expect(await look(id)).toMatchObject({ status: 'paid' })
    expect(await credits()).toBe(50_000)
    expect(await due()).toBe(before + 50_000)
    peer().behave({ fail_after: 1 })
    expect(await sendRefunds(paying())).toBe(0)
    test.payments.pass(5)
    expect(await sendRefunds(paying())).toBe(1)
    expect(await sendRefunds(paying())).toBe(0)
    await peer().post.flush()
    const refunds = [...peer().state.refunds.values()].filter(({ payment_id }) => [first, second].includes(payment_id))
    expect(refunds).toHaveLength(1)
    expect(await refundOf(id)).toMatchObject([{ origin: 'platform', status: 'processed', paise: 50_000 }])
    expect(await due()).toBe(before)
  })

  it('another sum than that of the order goes back', async () => {
    const { id, gateway } = await order()
    await pay(gateway, { amount: 100 })
    await peer().post.flush()
    expect(await look(id)).toMatchObject({ status: 'failed' })
    expect(await credits()).toBe(0)
    expect(await refundOf(id)).toMatchObject([{ paise: 100, reason: 'The amount paid differs from the order' }])
  })

  it('a payment begun after the order expired goes back; one begun before counts', async () => {
    const [late, inTime] = [await order(), await order(70_000)]
    const begun = await pay(inTime.gateway, { method: 'upi', outcome: 'pending' })
    await peer().post.flush()
    test.payments.pass(61)
    expect(await expireOrders(paying())).toBeGreaterThan(0)
    expect(await look(late.id)).toMatchObject({ status: 'expired' })
    test.payments.pass(6 * 24 * 60)
    await expireOrders(paying())
    expect(await look(inTime.id)).toMatchObject({ status: 'expired' })
    await settle({ payment_id: begun })
    await pay(late.gateway)
    await peer().post.flush()
    expect(await look(inTime.id)).toMatchObject({ status: 'paid' })
    expect(await credits()).toBe(70_000)
    expect(await refundOf(late.id)).toMatchObject([{ reason: 'The order had expired when it was paid' }])
  })

  it('an order that the gateway does not know keeps no other from ending, and ends itself after days', async () => {
    const [unknown, other] = [await order(), await order()]
    await test.database.pool.query(`update orders set gateway_order_id = 'order_of_others' where id = $1`, [unknown.id])
    test.payments.pass(61)
    await expireOrders(paying())
    expect([(await look(unknown.id)).status, (await look(other.id)).status]).toEqual(['created', 'expired'])
    test.payments.pass(6 * 24 * 60)
    await expireOrders(paying())
    expect(await look(unknown.id)).toMatchObject({ status: 'expired' })
  })

  it('money without an order of ours waits for a person', async () => {
    const before = await platformBalance(test.database.db, 'unclaimed')
    const foreign = await paying().gateway.createOrder({ amount: 30_000, receipt: uuidv7(), notes: {} })
    await pay(foreign.id)
    await peer().post.flush()
    expect(await platformBalance(test.database.db, 'unclaimed')).toBe(before + 30_000)
  })

  it('and goes back from the page, once, when an admin says so', async () => {
    const fresh = { ...admin, signed_in_at: new Date() }
    const foreign = await paying().gateway.createOrder({ amount: 40_000, receipt: uuidv7(), notes: {} })
    const number = await pay(foreign.id)
    await peer().post.flush()
    const before = await platformBalance(test.database.db, 'unclaimed')
    const list = async () => (await test.call('GET', '/api/v1/admin/unclaimed', { as: admin })).body.data
    const found = (await list()).items.find((one: { gateway_payment_id: string }) => one.gateway_payment_id === number)
    expect(found).toMatchObject({ paise: 40_000, cause: expect.stringContaining(foreign.id), refund: null })
    const back = () => post(`/api/v1/admin/unclaimed/${found.payment_id}/refund`, { reason: 'Paid by mistake' }, admin)
    expect((await back()).body.errors[0].code).toBe('confirmation_needed')
    test.know(fresh)
    const answers = await Promise.all([...Array(5)].map(back))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    peer().behave({ fail_after: 1 })
    await sendRefunds(paying())
    test.payments.pass(5)
    await sendRefunds(paying())
    await peer().post.flush()
    expect([...peer().state.refunds.values()].filter(({ payment_id }) => payment_id === number)).toHaveLength(1)
    expect(await platformBalance(test.database.db, 'unclaimed')).toBe(before - 40_000)
    const after = (await list()).items.find((one: { gateway_payment_id: string }) => one.gateway_payment_id === number)
    expect([after.refund, after.abilities.refund.allowed]).toEqual(['processed', false])
    const { differences } = await reconcile(paying(), new Date(0), new Date(paying().now().getTime() + 60_000))
    expect(differences.filter(({ id }) => id === number)).toEqual([])
    expect(differences.filter(({ kind }) => kind === 'foreign_refund')).toEqual([])
    const { rows } = await test.database.pool.query(`select reason from audit_log where action = 'refund.unclaimed'`)
    expect(rows).toEqual([{ reason: 'Paid by mistake' }])
    expect((await post(`/api/v1/admin/unclaimed/${found.payment_id}/refund`, { reason: 'x' }, buyer)).status).toBe(403)
    test.know(admin)
  })
})

describe('asked back', () => {
  it('is decided by an admin, taken from the credits at once and paid the way it came', async () => {
    const { id, payment } = await paid()
    const asked = await post('/api/v1/refunds', { order_id: id, reason: 'I need less' })
    expect([asked.status, asked.body.data]).toMatchObject([201, { status: 'requested', paise: 50_000 }])
    const twice = await post('/api/v1/refunds', { order_id: id, reason: 'Again' })
    expect(twice.status).toBe(409)
    const own = await post(`/api/v1/refunds/${asked.body.data.id}/decide`, { approve: true })
    expect(own.status).toBe(403)
    const stranger = await test.person()
    expect((await post(`/api/v1/refunds/${asked.body.data.id}/decide`, { approve: true }, stranger)).status).toBe(404)
    const part = await post(`/api/v1/refunds/${asked.body.data.id}/decide`, { approve: true, paise: 20_000 }, admin)
    expect(part.body.data).toMatchObject({ status: 'approved', paise: 20_000, left_paise: 30_000 })
    expect(await credits()).toBe(30_000)
    peer().behave({ slow_refunds: true })
    await sendRefunds(paying())
    expect((await refundOf(id))[0]).toMatchObject({ status: 'approved' })
    const [made] = [...peer().state.refunds.values()].filter(({ payment_id }) => payment_id === payment)
    await settle({ refund_id: made?.id })
    await peer().post.flush()
    expect((await refundOf(id))[0]).toMatchObject({ status: 'processed' })
    expect(await look(id)).toMatchObject({ refunded_paise: 20_000 })
  })

  it('is never above what is left, nor what is spent already', async () => {
    const { id } = await paid()
    const give = (paise: number, as = admin) => post('/api/v1/refunds/give', { order_id: id, paise, reason: 'x' }, as)
    expect((await give(50_001)).status).toBe(400)
    expect((await give(10_000, await test.person('seller'))).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 200 }, () => give(20_000)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await credits()).toBe(10_000)
    expect(await look(id)).toMatchObject({ refunded_paise: 40_000 })
    for (const paise of [0, -1, 0.5, 1e21, '100']) {
      const { status } = await post('/api/v1/refunds/give', { order_id: id, paise, reason: 'x' }, admin)
      expect(status).toBe(400)
    }
  })

  it('is a rupee at least, and leaves nothing or a rupee, because the gateway pays no less', async () => {
    const { id } = await paid(10_000)
    const give = (paise?: number) => post('/api/v1/refunds/give', { order_id: id, paise, reason: 'x' }, admin)
    for (const paise of [99, 9_901, 9_999]) {
      const { status, body } = await give(paise)
      expect([status, body.errors[0].field]).toEqual([400, 'paise'])
    }
    expect([(await give(9_900)).status, (await give()).status, (await give()).status]).toEqual([201, 201, 409])
  })

  it('of an order that was never paid is refused to its buyer, and is nothing to a stranger', async () => {
    const { rows } = await test.database.pool.query(
      `insert into orders (user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt)
       values ($1, 'credits', '{}', 'Credits', 10000, '29', 'X', 'test', gen_random_uuid()::text) returning id`,
      [buyer.id],
    )
    const body = { order_id: rows[0].id, reason: 'x' }
    const stranger = await test.person('seller')
    const answers = await Promise.all([
      post('/api/v1/refunds', body),
      post('/api/v1/refunds', body, stranger),
      post('/api/v1/refunds/give', body, stranger),
      post('/api/v1/refunds/give', body, admin),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 404, 409])
  })

  it('is found by its order behind any number of others, and all of them by pages', async () => {
    const { id, payment } = await paid()
    await post('/api/v1/refunds', { order_id: id, reason: 'A mistake' })
    // Thirty newer ones of another order: more than the first page holds.
    const other = await paid()
    await test.database.pool.query(
      `insert into refunds (order_id, buyer_id, title, paise, origin, reason, status, created_at)
       select $1, $2, 'Credits', 100, 'admin', 'n', 'declined', now() + n * interval '1 second' from generate_series(1, 30) n`,
      [other.id, buyer.id],
    )
    const list = async (query: object, as = buyer) =>
      (await test.call('GET', '/api/v1/refunds', { as, query: { as: 'buyer', ...query } })).body
    expect((await list({ order_id: id })).data).toMatchObject({ total: 1, items: [{ order_id: id, paise: 50_000 }] })
    expect((await list({ order_id: other.id })).data.total).toBe(30)
    const pages = await Promise.all([0, 25].map((offset) => list({ limit: 25, offset })))
    expect(pages.map(({ data }) => data.items.length)).toEqual([25, 6])
    const ids = pages.flatMap(({ data }) => data.items.map((one: { id: string }) => one.id))
    expect(new Set(ids).size).toBe(31)
    // Whose it is not finds nothing, also as the seller.
    const stranger = await test.person()
    expect((await list({ order_id: id }, stranger)).data).toMatchObject({ total: 0, items: [] })
    expect((await list({ order_id: id, as: 'seller' }, stranger)).data.total).toBe(0)
    expect((await list({ order_id: payment })).errors[0]).toMatchObject({ code: 'invalid_input', field: 'order_id' })
  })

  it('is declined with a reason, withdrawn by the buyer, and too late after the time of the policy', async () => {
    const { id } = await paid()
    const ask = () => post('/api/v1/refunds', { order_id: id, reason: 'please' })
    const first = await ask()
    const bare = await post(`/api/v1/refunds/${first.body.data.id}/decide`, { approve: false }, admin)
    expect([bare.status, bare.body.errors[0].field]).toEqual([400, 'reason'])
    await post(`/api/v1/refunds/${first.body.data.id}/decide`, { approve: false, reason: 'It was used' }, admin)
    const second = await ask()
    const back = await post(`/api/v1/refunds/${second.body.data.id}/withdraw`, {})
    expect(back.body.data).toMatchObject({ status: 'withdrawn' })
    const list = await test.call('GET', '/api/v1/refunds', { as: buyer })
    expect(list.body.data.items.map(({ status }: { status: string }) => status)).toEqual(['withdrawn', 'declined'])
    test.payments.pass(31 * 24 * 60)
    const late = await ask()
    expect([late.status, late.body.status.message]).toEqual([409, 'You can request a refund within 30 days of paying.'])
    expect(await look(id)).toMatchObject({ abilities: { ask_refund: { allowed: false } } })
  })

  it('that the bank does not take is sent again by an admin', async () => {
    const { id, payment } = await paid()
    peer().behave({ slow_refunds: true })
    await post('/api/v1/refunds/give', { order_id: id, reason: 'x' }, admin)
    await sendRefunds(paying())
    const [first] = [...peer().state.refunds.values()].filter(({ payment_id }) => payment_id === payment)
    await settle({ refund_id: first?.id, outcome: 'failure' })
    await peer().post.flush()
    const [failed] = await refundOf(id)
    expect(failed).toMatchObject({ status: 'failed' })
    peer().behave({ slow_refunds: false })
    expect((await post(`/api/v1/admin/refunds/${failed.id}/retry`, {}, admin)).status).toBe(200)
    await sendRefunds(paying())
    expect((await refundOf(id))[0]).toMatchObject({ status: 'processed' })
  })

  it('that is sent again is not called failed by a look at the first try, and paid once', async () => {
    const { id, payment } = await paid()
    peer().behave({ slow_refunds: true })
    await post('/api/v1/refunds/give', { order_id: id, paise: 20_000, reason: 'x' }, admin)
    await sendRefunds(paying())
    const refundsThere = () => [...peer().state.refunds.values()].filter(({ payment_id }) => payment_id === payment)
    await settle({ refund_id: refundsThere()[0]?.id, outcome: 'failure' })
    await peer().post.flush()
    peer().behave({ slow_refunds: false })
    const [failed] = await refundOf(id)
    await post(`/api/v1/admin/refunds/${failed.id}/retry`, {}, admin)
    const hour = 3_600_000
    const compare = () =>
      reconcile(paying(), new Date(paying().now().getTime() - hour), new Date(paying().now().getTime() + hour))
    await compare()
    expect((await refundOf(id))[0]).toMatchObject({ status: 'approved' })
    const { gateway, ...rest } = paying()
    const comparedMeanwhile: typeof gateway.refund = async (...refund) => {
      await compare()
      return gateway.refund(...refund)
    }
    await sendRefunds({ ...rest, gateway: { ...gateway, refund: comparedMeanwhile } })
    expect((await refundOf(id))[0]).toMatchObject({ status: 'processed' })
    expect((await post(`/api/v1/admin/refunds/${failed.id}/retry`, {}, admin)).status).toBe(409)
    expect(refundsThere().map(({ status, amount }) => [status, amount])).toEqual([
      ['failed', 20_000],
      ['processed', 20_000],
    ])
  })
})

describe('a sale that was paid with credits', () => {
  /** Everything that is payable to a seller. @returns how much, in paise */
  async function payOut(owner: UserId, id: string): Promise<number> {
    const earned = await balanceOf(test.database.db, 'earnings', owner)
    const lines = [
      { account: 'earnings', owner, paise: -earned },
      { account: 'bank', paise: earned },
    ] as const
    await test.database.db
      .transaction()
      .execute((tx) => postLedger(tx, { key: `payout:${id}`, kind: 'payout', cause: { type: 'payout', id }, lines }))
    return earned
  }
  const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

  it('goes back to the credits; after a payout an admin decides, because the seller has nothing left to cover it', async () => {
    const seller = await test.person('seller')
    const agent = await addAgent(test.database.pool, seller.id, document)
    await paid(100_000)
    const sale = await sell(test.database, {
      buyer: buyer.id,
      seller: seller.id,
      agent,
      paise: 40_000,
      released: true,
      now: paying().now(),
    })
    expect(await credits()).toBe(60_000)
    const earned = await payOut(seller.id, sale)
    const asked = await post('/api/v1/refunds', { sale_id: sale, reason: 'It gave nothing' })
    expect(asked.body.data).toMatchObject({ to_credits: true, paise: 40_000 })
    const forSeller = await test.call('GET', '/api/v1/refunds', { as: seller, query: { as: 'seller' } })
    expect(forSeller.body.data.items).toHaveLength(1)
    expect((await post('/api/v1/refunds', { execution_id: uuidv7(), reason: 'x' })).status).toBe(404)
    expect((await post('/api/v1/refunds', { sale_id: sale, order_id: sale, reason: 'x' })).status).toBe(400)
    test.payments.pass(4 * 24 * 60)
    expect(await escalateRefunds(test.database.db, paying().now())).toBeGreaterThan(0)
    const decide = (as: Person) => post(`/api/v1/refunds/${asked.body.data.id}/decide`, { approve: true }, as)
    const refused = await decide(seller)
    expect([refused.status, await credits(), await balanceOf(test.database.db, 'earnings', seller.id)]).toEqual([
      409, 60_000, 0,
    ])
    expect(refused.body.status.message).toBe(
      'Your earnings don’t cover your share. An admin will decide on this refund.',
    )
    const decided = await decide(admin)
    expect(decided.body.data).toMatchObject({ status: 'processed', left_paise: 0 })
    expect(await credits()).toBe(100_000)
    expect(await balanceOf(test.database.db, 'earnings', seller.id)).toBe(-earned)
    expect((await post('/api/v1/refunds', { sale_id: sale, reason: 'Again' })).status).toBe(409)
  })

  it('is covered once: two that a seller gives at the same moment do not count the same earnings', async () => {
    const [seller, other] = [await test.person('seller'), await test.person()]
    const agent = await addAgent(test.database.pool, seller.id, document)
    for (const { id } of [buyer, other]) await giveCredits(test.database, id, 100_000)
    const of = { seller: seller.id, agent, paise: 40_000 }
    const paidOut = await sell(test.database, { ...of, buyer: buyer.id, released: true })
    const held = await sell(test.database, { ...of, buyer: other.id, released: false })
    await payOut(seller.id, paidOut)
    const give = (sale_id: string) => post('/api/v1/refunds/give', { sale_id, reason: 'x' }, seller)
    const answers = await Promise.all([give(held), give(paidOut)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('the comparison with the gateway', () => {
  it('makes up for every event that never came, and says what does not agree', async () => {
    const since = new Date(paying().now().getTime() - 60_000)
    peer().behave({ drop: 1000 })
    const [one, two] = [await order(), await order(20_000)]
    await pay(one.gateway)
    const authorised = await payUncaptured(two.gateway)
    await peer().post.flush()
    expect(await look(one.id)).toMatchObject({ status: 'created' })
    const foreign = await paying().gateway.createOrder({ amount: 30_000, receipt: uuidv7(), notes: {} })
    peer().behave({ manual_capture: false })
    await pay(foreign.id)
    await test.database.pool.query(
      `insert into payments (gateway, gateway_payment_id, status, amount_paise, captured_at, begun_at)
       values ('test', $2, 'captured', 100, $1, $1)`,
      [paying().now(), `pay_${uuidv7()}`],
    )
    const until = new Date(paying().now().getTime() + 60_000)
    const { differences } = await reconcile(paying(), since, until)
    expect(await look(one.id)).toMatchObject({ status: 'paid' })
    expect(await look(two.id)).toMatchObject({ status: 'paid' })
    expect(peer().state.payments.get(authorised)?.status).toBe('captured')
    expect(differences.map(({ kind, repaired }) => `${kind} ${repaired}`).sort()).toEqual([
      'missed_payment true',
      'missed_payment true',
      'unclaimed_payment false',
      'unknown_payment false',
    ])
    const again = await reconcile(paying(), since, until)
    expect(again.differences.map(({ kind }) => kind)).toEqual(['unknown_payment'])
    test.payments.pass(1)
    const now = await post('/api/v1/admin/reconciliations', { days: 1 }, admin)
    expect(now.body.data.open).toBeGreaterThan(0)
    const list = await test.call('GET', '/api/v1/admin/reconciliations', { as: admin })
    expect(list.body.data.items[0].differences.length).toBeGreaterThan(0)
  })
})
