/** The events of specification §9 that only the server sees: counted once each, whoever or whatever caused them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordPaid } from '#server/areas/billing/payments/record.ts'
import { createRecorder } from '#server/platform/analytics/record.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { agentWith, makeCoupon, orderOf, payOrder, sellerOf } from '#test/support/coupons.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'

const document = workflow([node('start', 'manual_trigger')], [])
const form = workflow(
  [node('ask', 'input_form', { fields: [{ name: 'text' }] }), node('end', 'template', { text: '{{ $input.text }}' })],
  wires('ask > end'),
)
const credits = { purpose: 'credits', subject: { paise: 50_000 } }

let test: TestApp
let buyer: Person
beforeAll(async () => {
  test = await createTestApp()
  await addCategories(test.database.pool, 'productivity')
})
beforeEach(async () => {
  test.payments.peer.behave({ hold: true })
  await test.database.pool.query('delete from analytics_events')
  buyer = await test.person()
  await answer(buyer, true)
})
afterAll(() => test.close())

const answer = (as: Person, granted: boolean) =>
  test.call('POST', '/api/v1/consents', { as, body: { purpose: 'analytics', version: 1, granted } })
const order = async (buying: object, paise: number): Promise<string> =>
  (await orderOf(test, buyer, buying, paise)).body.data.order.id
const events = async () =>
  (await test.database.pool.query('select name, params from analytics_events order by id')).rows.map(
    ({ name, params }) => [name, params],
  )
const PAID = ['payment_success', { value: 500, currency: 'INR' }]

describe('a payment', () => {
  it('is counted once, though the page, the bank and a look at the gateway all tell of it', async () => {
    const id = await order(credits, 50_000)
    await payOrder(test, buyer, id)
    await test.payments.peer.post.flush()
    await test.call('POST', `/api/v1/payments/orders/${id}/check`, { as: buyer })
    expect(await events()).toEqual([PAID])
  })

  it('is counted when the tab was closed and only the bank tells of it', async () => {
    await payOrder(test, buyer, await order(credits, 50_000), 'dropped')
    expect(await events()).toEqual([])
    await test.payments.peer.post.flush()
    expect(await events()).toEqual([PAID])
  })

  it('that fails is counted with its reason, and so is the attempt that goes through', async () => {
    const id = await order(credits, 50_000)
    await payOrder(test, buyer, id, 'failure')
    await test.call('POST', `/api/v1/payments/orders/${id}/check`, { as: buyer })
    await test.payments.peer.post.flush()
    const failed = ['payment_failed', { value: 500, currency: 'INR', reason: 'payment_failed' }]
    expect(await events()).toEqual([failed])
    await payOrder(test, buyer, id)
    await test.payments.peer.post.flush()
    expect(await events()).toEqual([failed, PAID])
  })

  it('for an agent is a purchase, also when a coupon left nothing to pay', async () => {
    const agent = await insertAgent(test.database, document, { type: 'one_time', paise: 100_000 })
    const { agent_id } = agent
    await payOrder(test, buyer, await order(agentWith(agent), 100_000))
    expect(await events()).toEqual([
      ['payment_success', { value: 1000, currency: 'INR' }],
      ['agent_purchase', { agent_id, value: 1000, currency: 'INR' }],
    ])
    await test.database.pool.query('delete from analytics_events')
    buyer = await test.person()
    await answer(buyer, true)
    const { code } = await makeCoupon(test, sellerOf(test, agent), { gives: { type: 'percent', percent: 100 } })
    await order(agentWith(agent, code), 0)
    expect(await events()).toEqual([['agent_purchase', { agent_id, value: 0, currency: 'INR' }]])
  })
})

describe('an agent that is made', () => {
  it.each(['/api/v1/agents', '/api/workflows/convert-to-agent'])('with %s is counted once', async (path) => {
    const seller = await test.person('seller')
    await answer(seller, true)
    const workflow = await test.call('POST', '/api/v1/workflows', {
      as: seller,
      body: { name: 'Echo', document: form },
    })
    const body = { workflow_id: workflow.body.data.id, name: 'Echo', tagline: 'Says it', category: 'productivity' }
    const { status, body: made } = await test.call('POST', path, { as: seller, body })
    expect(status).toBe(201)
    expect((await test.call('POST', path, { as: seller, body })).status).toBe(409)
    expect(await events()).toEqual([['agent_create', { agent_id: made.data.id }]])
  })
})

describe('a higher role', () => {
  const UPGRADE = ['role_upgrade', { from: 'basic_user', to: 'seller' }]

  it('is counted once, a lower one and the same one are not', async () => {
    const admin = await test.person('super_admin')
    for (const role of ['seller', 'seller', 'basic_user'])
      await test.call('PUT', `/api/v1/users/${buyer.id}/role`, { as: admin, body: { role, reason: 'A test' } })
    expect(await events()).toEqual([UPGRADE])
  })

  it('is counted when a request for it is approved', async () => {
    const admin = await test.person('super_admin')
    await test.call('POST', '/api/v1/role-requests', { as: buyer, body: { role: 'seller', reason: 'Clinics' } })
    const decide = () =>
      test.call('POST', `/api/v1/user-management/${buyer.id}/approve`, {
        as: admin,
        body: { approve: true, reason: 'Welcome' },
      })
    await decide()
    await decide()
    expect(await events()).toEqual([UPGRADE])
  })
})

describe('people who did not agree', () => {
  it.each(['never asked', 'withdrawn', 'agreed to another wording'])('are not counted: %s', async (why) => {
    buyer = await test.person()
    if (why === 'withdrawn') for (const granted of [true, false]) await answer(buyer, granted)
    if (why === 'agreed to another wording')
      await test.call('POST', '/api/v1/consents', {
        as: buyer,
        body: { purpose: 'analytics', version: 2, granted: true },
      })
    await payOrder(test, buyer, await order(credits, 50_000))
    expect(await events()).toEqual([])
  })
})

it('names nobody in the row, and reaches the service that counts as well', async () => {
  const forwarded: unknown[] = []
  const record = createRecorder((batch) => void forwarded.push(batch.events))
  const paid = { user_id: buyer.id, purpose: 'credits', subject: {}, amount_paise: 50_000 }
  await recordPaid(test.database.db, { record }, paid as Parameters<typeof recordPaid>[2])
  expect(forwarded).toEqual([[{ name: 'payment_success', params: PAID[1], ago_ms: 0 }]])
  const { rows } = await test.database.pool.query('select e::text as text from analytics_events e')
  expect(rows[0].text).not.toContain(buyer.id)
})
