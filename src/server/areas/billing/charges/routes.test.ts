import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { addPurchase, giveCredits } from '#test/support/paid-agent.ts'
import { givePlan } from '#test/support/plans.ts'

let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  const { pool } = test.database
  const document = workflow(
    [
      node('start', 'manual_trigger'),
      node('give', 'set_fields', { fields: [{ name: 'said', value: '{{ $input.text }}' }] }),
    ],
    wires('start > give'),
  )
  await addAgent(pool, seller.id, document, { slug: 'paid', name: 'Paid', price: ['per_run', 1_250] })
  await addAgent(pool, seller.id, document, { slug: 'monthly', name: 'Monthly', price: ['monthly', 49_900] })
  await pool.query(`update agents set trial_runs = 1 where slug = 'paid'`)
  await pool.query(`update agents set trial_runs = 0 where slug = 'monthly'`)
})
afterAll(() => test.close())

const get = (path: string, as?: Person) => test.call('GET', path, { ...(as && { as }) })
const terms = async (agent: string, as?: Person) => (await get(`/api/v1/agents/${agent}/terms`, as)).body.data
const run = (as: Person | undefined, body: object) =>
  test.call('POST', '/api/v1/workflows/execute', {
    ...(as && { as }),
    body: { input: { text: 'x' }, wait_ms: 5000, ...body },
  })

describe('the terms of an agent', () => {
  it('say what the next run is paid with, step by step', async () => {
    const buyer = await test.person()
    expect(await terms('paid')).toMatchObject({
      next: 'sign_in',
      price: { type: 'per_run', paise: 1_250 },
      trial_runs_left: null,
    })
    expect(await terms('paid', seller)).toMatchObject({ next: 'own' })
    expect(await terms('monthly', buyer)).toMatchObject({ next: 'buy', balance_paise: 0 })
    expect(await terms('paid', buyer)).toMatchObject({ next: 'trial', trial_runs_left: 1 })
    expect((await run(buyer, { agent_id: 'paid' })).body.data).toMatchObject({ status: 'succeeded' })
    expect(await terms('paid', buyer)).toMatchObject({ next: 'top_up', trial_runs_left: 0, balance_paise: 0 })
    await giveCredits(test.database, buyer.id, 2_000)
    expect(await terms('paid', buyer)).toMatchObject({ next: 'credits', balance_paise: 2_000 })
    const caps = { run_cap_paise: 1_249, day_cap_paise: null, low_paise: 0 }
    await test.call('PUT', '/api/v1/credits/caps', { as: buyer, body: caps })
    expect(await terms('paid', buyer)).toMatchObject({ next: 'cap', run_cap_paise: 1_249 })
  })

  it('are not there for an agent that is not', async () => {
    expect((await get('/api/v1/agents/nobody/terms')).status).toBe(404)
  })
})

describe('a paid run', () => {
  it('is charged, shows in the run and in the statement, and is refused with a clear 402 when nothing is left', async () => {
    const buyer = await test.person()
    await run(buyer, { agent_id: 'paid' })
    await giveCredits(test.database, buyer.id, 2_000)
    const ran = await run(buyer, { agent_id: 'paid' })
    const id = ran.body.data.execution_id
    expect((await get(`/api/v1/executions/${id}`, buyer)).body.data).toMatchObject({
      cost: { paise: 1_250 },
      charge: { kind: 'credits', status: 'settled', price_paise: 1_250, reason: null },
    })
    expect((await get('/api/v1/credits', buyer)).body.data).toMatchObject({
      balance_paise: 750,
      held_paise: 0,
      today_paise: 1_250,
    })
    const { items, total } = (await get('/api/v1/credits/statement', buyer)).body.data
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { kind: 'hold', paise: -1_250, balance_paise: 750, title: 'Paid', run: { id, status: 'settled' } },
      { kind: 'top_up', paise: 2_000, balance_paise: 2_000 },
    ])
    const page = await test.call('GET', '/api/v1/credits/statement', { as: buyer, query: { limit: '1', offset: '1' } })
    expect(page.body.data.items).toMatchObject([{ kind: 'top_up', balance_paise: 2_000 }])
    const refused = await run(buyer, { agent_id: 'paid' })
    expect(refused.status).toBe(402)
    expect(refused.body.errors).toMatchObject([{ code: 'insufficient_credits' }])
    expect((await run(buyer, { agent_id: 'monthly' })).body).toMatchObject({
      status: { code: 402, message: 'Buy this agent for a month to run it.' },
    })
  })

  it('is closed to visitors', async () => {
    expect((await run(undefined, { agent_id: 'paid' })).status).toBe(401)
  })

  it('of a service counts against the cap of the service', async () => {
    const buyer = await test.person()
    await givePlan(test.database, buyer.id)
    await run(buyer, { agent_id: 'paid' })
    await giveCredits(test.database, buyer.id, 10_000)
    const service = (await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: 'paid' } })).body.data
    const path = `/api/v1/services/${service.id}/spending`
    await test.call('PUT', path, { as: buyer, body: { month_cap_paise: 1_300 } })
    expect((await run(buyer, { service_id: service.id })).status).toBeLessThan(300)
    const refused = await run(buyer, { service_id: service.id })
    expect(refused).toMatchObject({ status: 402, body: { errors: [{ code: 'cap_reached' }] } })
    expect((await get(path, buyer)).body.data).toEqual({
      price: { type: 'per_run', paise: 1_250, currency: 'INR' },
      month_paise: 1_250,
      month_cap_paise: 1_300,
    })
    expect((await run(buyer, { agent_id: 'paid' })).status).toBeLessThan(300)
    expect((await get(path, await test.person())).status).toBe(404)
  })
})

describe('caps', () => {
  it.each([
    ['0', { run_cap_paise: 0 }],
    ['a fraction', { run_cap_paise: 0.5 }],
    ['less than nothing', { day_cap_paise: -1 }],
    ['1e21', { day_cap_paise: 1e21 }],
    ['text', { low_paise: '5' }],
  ])('are not %s', async (_, wrong) => {
    const buyer = await test.person()
    const body = { run_cap_paise: null, day_cap_paise: null, low_paise: 100, ...wrong }
    expect((await test.call('PUT', '/api/v1/credits/caps', { as: buyer, body })).status).toBe(400)
    expect((await get('/api/v1/credits', buyer)).body.data).toMatchObject({ run_cap_paise: null, day_cap_paise: null })
  })
})

it('tells a buyer once that credits are low', async () => {
  const buyer = await test.person()
  await run(buyer, { agent_id: 'paid' })
  await giveCredits(test.database, buyer.id, 7_000)
  for (let n = 0; n < 4; n++) await run(buyer, { agent_id: 'paid' })
  const { items } = (await get('/api/v1/notifications', buyer)).body.data
  expect(items).toMatchObject([{ kind: 'credits', title: 'Your credits are low: ₹45 left' }])
})

describe('purchases', () => {
  it('run the version that was bought, until its buyer takes the newest', async () => {
    const { pool } = test.database
    const said = (text: string) =>
      workflow(
        [node('start', 'manual_trigger'), node('give', 'set_fields', { fields: [{ name: 'said', value: text }] })],
        wires('start > give'),
      )
    const agent = await addAgent(pool, seller.id, said('old'), { slug: 'moved', price: ['one_time', 10_000] })
    await pool.query('update agents set trial_runs = 0 where id = $1', [agent.id])
    const buyer = await test.person()
    const id = await addPurchase(test.database, buyer.id, agent)
    const other = await addAgent(pool, seller.id, said('new'), { slug: 'moved-next', price: ['one_time', 20_000] })
    await pool.query('update agent_versions set agent_id = $1, number = 2 where id = $2', [agent.id, other.version_id])
    await pool.query('update agents set current_version_id = $2 where id = $1', [agent.id, other.version_id])
    const output = async () => (await run(buyer, { agent_id: 'moved' })).body.data.output
    expect(await output()).toEqual({ said: 'old' })
    expect(await terms('moved', buyer)).toMatchObject({
      next: 'purchase',
      version: 1,
      purchase: { id, version: { newest: 2 } },
    })
    expect((await test.call('POST', `/api/v1/purchases/${id}/newest`, { as: buyer })).body.data).toMatchObject({
      version: { number: 2, newest: 2 },
    })
    expect(await output()).toEqual({ said: 'new' })
    expect((await get('/api/v1/purchases', buyer)).body.data).toMatchObject({
      items: [{ id, status: 'active' }],
      total: 1,
    })
    await pool.query('update purchases set revoked_at = now() where id = $1', [id])
    expect((await run(buyer, { agent_id: 'moved' })).status).toBe(402)
  })

  it('show what was paid, the invoice, and until when money back can be asked for', async () => {
    const buyer = await test.person()
    const agent = await addAgent(test.database.pool, seller.id, workflow([node('start', 'manual_trigger')], []), {
      slug: 'shown',
      price: ['one_time', 10_000],
    })
    await addPurchase(test.database, buyer.id, agent)
    const first = async () => (await get('/api/v1/purchases', buyer)).body.data.items[0]
    const bought = await first()
    expect(bought).toMatchObject({ kind: 'once', paid_paise: 100, refunded_paise: 0, invoice: null })
    expect(Date.parse(bought.refund_until) - Date.parse(bought.bought_at)).toBe(14 * 86_400_000)
    expect(bought.abilities.ask_refund.allowed).toBe(true)
    const asked = { order_id: bought.order_id, reason: 'It does not work' }
    expect((await test.call('POST', '/api/v1/refunds', { as: buyer, body: asked })).status).toBe(201)
    expect((await first()).abilities.ask_refund).toMatchObject({
      allowed: false,
      reason: 'Your request is waiting for a decision.',
    })
  })

  it('sum up what agents took of the credits, without what failed', async () => {
    const buyer = await test.person()
    const spending = async (as: Person) => (await get('/api/v1/purchases/spending', as)).body.data
    await run(buyer, { agent_id: 'paid' })
    expect(await spending(buyer)).toMatchObject({ items: [], total: 0 })
    await giveCredits(test.database, buyer.id, 5_000)
    for (let n = 0; n < 2; n++) await run(buyer, { agent_id: 'paid' })
    expect(await spending(buyer)).toMatchObject({
      items: [{ agent: { slug: 'paid' }, runs: 2, paise: 2_500, month_paise: 2_500, models_paise: 0 }],
      total: 1,
    })
    expect(await spending(await test.person())).toMatchObject({ items: [], total: 0 })
  })

  it('are one’s own', async () => {
    const [buyer, other] = [await test.person(), await test.person()]
    expect((await get('/api/v1/purchases', buyer)).body.data).toMatchObject({ items: [], total: 0 })
    const path = '/api/v1/purchases/01a40e7e-0000-7000-8000-000000000000/newest'
    expect((await test.call('POST', path, { as: other })).status).toBe(404)
  })
})

describe('what one has of an agent', () => {
  it('is asked for by the agent, and is one’s own', async () => {
    const { pool } = test.database
    const document = workflow([node('start', 'manual_trigger')], [])
    const [first, second] = [
      await addAgent(pool, seller.id, document, { slug: 'asked-for', price: ['one_time', 10_000] }),
      await addAgent(pool, seller.id, document, { slug: 'beside-it', price: ['one_time', 10_000] }),
    ]
    const buyer = await test.person()
    const id = await addPurchase(test.database, buyer.id, first)
    await addPurchase(test.database, buyer.id, second)
    await giveCredits(test.database, buyer.id, 5_000)
    await run(buyer, { agent_id: 'paid' })
    expect((await run(buyer, { agent_id: 'paid' })).body.data.status).toBe('succeeded')
    const of = async (path: string, agent_id: string | null, as = buyer) => {
      const { status, body } = await test.call('GET', `/api/v1/purchases${path}`, {
        as,
        ...(agent_id !== null && { query: { agent_id } }),
      })
      return status === 200 ? body.data : status
    }
    expect(await of('', null)).toMatchObject({ total: 2 })
    expect(await of('', first.id)).toMatchObject({ total: 1, items: [{ id }] })
    expect(await of('', first.id, seller)).toMatchObject({ total: 0, items: [] })
    const { rows } = await pool.query(`select id from agents where slug = 'paid'`)
    expect(await of('/spending', rows[0].id)).toMatchObject({ total: 1, items: [{ runs: 1, paise: 1_250 }] })
    expect(await of('/spending', first.id)).toMatchObject({ total: 0, items: [] })
    expect(await of('', "x' or 1=1")).toBe(400)
  })
})
