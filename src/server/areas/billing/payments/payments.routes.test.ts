/** Checkout from the order to the ledger: paid once, whoever says so and however often. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'

let test: TestApp
let buyer: Person
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  buyer = await test.person()
  test.payments.peer.behave({ hold: true, fail_after: 0, fail_before: 0, manual_capture: false })
})
afterAll(async () => {
  expect(await findDrift(test.database.db)).toEqual([])
  expect((await sumKinds(test.database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await test.close()
})

const billing = { name: 'Asha Rao', state_code: '29', gstin: null }
const asked = (paise: number, over: object = {}) => ({
  buying: { purpose: 'credits', subject: { paise } },
  billing,
  expected_paise: paise,
  idempotency_key: uuidv7(),
  ...over,
})
const order = async (paise = 50_000, as = buyer) => {
  const { status, body } = await test.call('POST', '/api/v1/payments/create-order', { as, body: asked(paise) })
  expect(status).toBe(201)
  return body.data.order.id as string
}
const pay = async (id: string, outcome = 'success', method = 'card') =>
  (await test.call('POST', `/api/v1/payments/orders/${id}/test-pay`, { as: buyer, body: { method, outcome } })).body
    .data
const verify = (said: object, as = buyer) => test.call('POST', '/api/v1/payments/verify', { as, body: said })
const look = async (id: string) => (await test.call('GET', `/api/v1/payments/orders/${id}`, { as: buyer })).body.data
const check = async (id: string) =>
  (await test.call('POST', `/api/v1/payments/orders/${id}/check`, { as: buyer })).body.data
const credits = () => balanceOf(test.database.db, 'credits', buyer.id)

it('tops credits up once, by the page, by webhooks and by a look, in any order', async () => {
  const id = await order()
  const said = await pay(id)
  const { status, body } = await verify(said)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    id,
    status: 'paid',
    amount_paise: 50_000,
    test: true,
    payment: { status: 'captured' },
  })
  await verify(said)
  await test.payments.peer.post.flush()
  await check(id)
  expect(await credits()).toBe(50_000)
  const { rows } = await test.database.pool.query(`select 1 from mails where subject like 'Receipt: Credits, ₹500%'`)
  expect(rows).toHaveLength(1)
})

it('says again what was paid without asking the gateway again', async () => {
  const id = await order()
  const said = await pay(id)
  await verify(said)
  test.payments.peer.behave({ fail_before: 1 })
  const again = await verify(said)
  expect([again.status, again.body.data?.status]).toEqual([200, 'paid'])
  expect((await verify({ ...said, razorpay_signature: '0'.repeat(64) })).status).toBe(400)
})

it('is paid by the webhook alone when the tab was closed', async () => {
  const id = await order()
  expect(await pay(id, 'dropped')).toEqual({
    razorpay_order_id: null,
    razorpay_payment_id: null,
    razorpay_signature: null,
  })
  expect(await look(id)).toMatchObject({ status: 'created' })
  await test.payments.peer.post.flush()
  expect(await look(id)).toMatchObject({ status: 'paid' })
  expect(await credits()).toBe(50_000)
})

it('shows what failed, and takes the next attempt', async () => {
  const id = await order()
  const refusal = await test.call('POST', `/api/v1/payments/orders/${id}/test-pay`, {
    as: buyer,
    body: { method: 'card', outcome: 'failure' },
  })
  expect([refusal.status, refusal.body.errors[0].code]).toEqual([400, 'payment_refused'])
  expect(await check(id)).toMatchObject({ status: 'failed', payment: { error: expect.stringContaining('declined') } })
  await verify(await pay(id))
  expect(await look(id)).toMatchObject({ status: 'paid' })
})

it('waits for a UPI app, and a second press pays nothing twice', async () => {
  const id = await order()
  await pay(id, 'pending', 'upi')
  expect(await check(id)).toMatchObject({ status: 'pending', payment: { method: 'upi', status: 'created' } })
  const again = await test.call('POST', `/api/v1/payments/orders/${id}/test-pay`, {
    as: buyer,
    body: { method: 'card', outcome: 'success' },
  })
  expect(again.status).toBe(409)
  const [payment] = [...test.payments.peer.state.payments.values()].slice(-1)
  await fetch(`${test.payments.peer.url}/script/settle`, {
    method: 'POST',
    body: JSON.stringify({ payment_id: payment?.id, outcome: 'success' }),
  })
  expect(await check(id)).toMatchObject({ status: 'paid' })
  expect(await credits()).toBe(50_000)
})

describe('ordering', () => {
  it('makes one order of a double click', async () => {
    const body = asked(20_000)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => test.call('POST', '/api/v1/payments/create-order', { as: buyer, body })),
    )
    expect(new Set(answers.map(({ body }) => body.data.order.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.data.checkout.gateway_order_id)).size).toBe(1)
    const other = { ...body, ...asked(30_000), idempotency_key: body.idempotency_key }
    const refused = await test.call('POST', '/api/v1/payments/create-order', { as: buyer, body: other })
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'already_exists'])
  })

  it.each([
    ['0', 0],
    ['negative', -50_000],
    ['a fraction of a paisa', 10_000.5],
    ['1e21', 1e21],
    ['text', '50000'],
    ['too little', 9_999],
    ['too much', 10_000_001],
    ['nothing', null],
  ])('refuses an amount that is %s', async (_, paise) => {
    const body = asked(50_000, { buying: { purpose: 'credits', subject: { paise } } })
    const { status, body: answer } = await test.call('POST', '/api/v1/payments/create-order', { as: buyer, body })
    expect([status, answer.errors[0].field]).toEqual([400, 'buying.subject.paise'])
  })

  it.each([
    ['a bad checksum', { gstin: '29AAACI1681G1ZA' }, 'billing.gstin'],
    ['another state', { gstin: '27AAPFU0939F1ZV' }, 'billing.gstin'],
    ['no state at all', { state_code: '44' }, 'billing.state_code'],
    ['no name', { name: ' ' }, 'billing.name'],
    ['a GSTIN and no address', { state_code: '27', gstin: '27AAPFU0939F1ZV' }, 'billing.address'],
    [
      'a GSTIN and no PIN code',
      { state_code: '27', gstin: '27AAPFU0939F1ZV', address: '1 MG Road, Pune' },
      'billing.address',
    ],
    [
      'a GSTIN and a PIN code alone',
      { state_code: '27', gstin: '27AAPFU0939F1ZV', address: '411001' },
      'billing.address',
    ],
    ['an address that turns around', { address: '1 MG Road \u202e100114' }, 'billing.address'],
  ])('refuses an invoice with %s', async (_, over, field) => {
    const body = asked(50_000, { billing: { ...billing, ...over } })
    const { status, body: answer } = await test.call('POST', '/api/v1/payments/create-order', { as: buyer, body })
    expect([status, answer.errors[0].field]).toEqual([400, field])
  })

  it('keeps a GSTIN of the same state', async () => {
    const body = asked(50_000, {
      billing: { ...billing, state_code: '27', gstin: '27aapfu0939f1zv', address: '1 MG Road, Pune 411 001' },
    })
    const { body: answer } = await test.call('POST', '/api/v1/payments/create-order', { as: buyer, body })
    expect(answer.data.order.billing).toMatchObject({ gstin: '27AAPFU0939F1ZV', state_code: '27' })
    const quote = await test.call('POST', '/api/v1/payments/quote', { as: buyer, body: asked(10_000).buying })
    expect(quote.body.data).toMatchObject({ amount_paise: 10_000, billing: { name: 'Asha Rao', state_code: '27' } })
  })

  it('names the address of a purchase of ₹50,000 and more without tax, and of no smaller one', async () => {
    const agents = await Promise.all(
      [5_899_900, 5_900_000].map((paise) =>
        insertAgent(test.database, workflow([node('start', 'manual_trigger')], []), { type: 'one_time', paise }),
      ),
    )
    const answers = []
    for (const [at, agent] of agents.entries()) {
      const paise = at === 0 ? 5_899_900 : 5_900_000
      const buying = { purpose: 'agent', subject: { agent_id: agent.agent_id } }
      const quote = await test.call('POST', '/api/v1/payments/quote', { as: buyer, body: buying })
      const made = (over: object) =>
        test.call('POST', '/api/v1/payments/create-order', {
          as: buyer,
          body: asked(paise, { buying, billing: { ...billing, ...over } }),
        })
      const bare = await made({})
      const whole = await made({ address: '5 Residency Road, Bengaluru 560025' })
      answers.push([quote.body.data.asks_address, bare.status, bare.body.errors?.[0].field, whole.status])
    }
    expect(answers).toEqual([
      [false, 201, undefined, 201],
      [true, 400, 'billing.address', 201],
    ])
  })

  it('says which agent it buys, so that the receipt leads to it, and none for credits', async () => {
    const agent = await insertAgent(test.database, workflow([node('start', 'manual_trigger')], []), {
      type: 'monthly',
      paise: 49_900,
    })
    const buying = { purpose: 'agent', subject: { agent_id: agent.agent_id } }
    await test.call('POST', '/api/v1/payments/create-order', { as: buyer, body: asked(49_900, { buying }) })
    await order()
    const { body } = await test.call('GET', '/api/v1/payments/history', { as: buyer })
    expect(body.data.items.map(({ agent }: { agent: unknown }) => agent)).toEqual([
      null,
      { id: agent.agent_id, slug: expect.stringMatching(/^paid-/), name: 'Paid agent' },
    ])
  })

  it('orders nothing at a price that the buyer has not seen', async () => {
    const body = asked(50_000, { expected_paise: 40_000 })
    const { status, body: answer } = await test.call('POST', '/api/v1/payments/create-order', { as: buyer, body })
    expect([status, answer.errors[0].code]).toEqual([409, 'price_changed'])
    const { body: list } = await test.call('GET', '/api/v1/payments/history', { as: buyer })
    expect(list.data.total).toBe(0)
  })

  it('finds the order at the gateway whose making was not answered', async () => {
    test.payments.peer.behave({ fail_after: 1 })
    const body = asked(50_000)
    const before = test.payments.peer.state.orders.size
    const lost = await test.call('POST', '/api/v1/payments/create-order', { as: buyer, body })
    expect(lost.status).toBe(503)
    const again = await test.call('POST', '/api/v1/payments/create-order', { as: buyer, body })
    expect(again.status).toBe(201)
    expect(test.payments.peer.state.orders.size).toBe(before + 1)
  })
})

describe('what is not believed', () => {
  it('is a signature that is not right', async () => {
    const id = await order()
    const said = await pay(id)
    for (const razorpay_signature of ['0'.repeat(64), said.razorpay_signature.slice(2), 'x']) {
      const { status, body } = await verify({ ...said, razorpay_signature })
      expect([status, body.errors[0].code]).toEqual([400, 'payment_refused'])
    }
    expect(await look(id)).toMatchObject({ status: 'created' })
    expect(await credits()).toBe(0)
  })

  it('is the payment of another order, or of another user', async () => {
    const [mine, cheap] = [await order(1_000_000), await order(10_000)]
    const small = await pay(cheap)
    const big = await look(mine)
    const gateway = (await test.database.pool.query('select gateway_order_id as id from orders where id = $1', [mine]))
      .rows[0].id
    expect(big.status).toBe('created')
    const { status } = await verify({ ...small, razorpay_order_id: gateway })
    expect(status).toBe(400)
    const stranger = await test.person('admin')
    expect((await verify(small, stranger)).status).toBe(404)
    expect(await credits()).toBe(0)
  })

  it('is a webhook without a signature, or changed on the way', async () => {
    // What the tests before left on its way is none of this one's.
    await test.payments.peer.post.flush()
    const id = await order()
    await pay(id, 'dropped')
    test.payments.peer.behave({ tamper: 1000 })
    const before = { ...test.payments.peer.post.counted }
    await test.payments.peer.post.flush()
    test.payments.peer.behave({ tamper: 0 })
    const { tampered, tampered_accepted } = test.payments.peer.post.counted
    expect(tampered - before.tampered).toBe(3)
    expect(tampered_accepted).toBe(0)
    const bare = await test.call('POST', '/hooks/payments/razorpay', {
      body: { event: 'payment.captured', payload: {} },
    })
    expect([bare.status, bare.body.errors[0].code]).toEqual([400, 'payment_refused'])
    expect(await look(id)).toMatchObject({ status: 'created' })
  })
})
