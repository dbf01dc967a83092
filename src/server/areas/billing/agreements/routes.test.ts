/** An agent that sends what it is given elsewhere runs for whoever agreed to that, however the run is asked for. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'

const PLACES = ['api.example.com', 'Slack']
const document = workflow(
  [node('start', 'manual_trigger'), node('end', 'render_result', { data: '{{ $input }}' })],
  wires('start > end'),
)

let test: TestApp
let agent: PaidAgent
beforeAll(async () => {
  test = await createTestApp()
  agent = await insertAgent(test.database, document, {
    type: 'free',
    sends_to: PLACES,
    samples: [{ title: 'A sample', input: { text: 'of the seller' } }],
  })
})
afterAll(() => test.close())

const run = (as: Person | undefined, body: object = { agent_id: agent.agent_id, input: { text: 'mine' } }) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { wait_ms: 5_000, ...body } })
const agree = (as: Person | undefined, destinations: unknown, of: string = agent.agent_id) =>
  test.call('PUT', `/api/v1/agents/${of}/agreement`, { as, body: { destinations } })
const takeBack = (as: Person | undefined) => test.call('DELETE', `/api/v1/agents/${agent.agent_id}/agreement`, { as })
const codeOf = ({ body }: { body: { errors?: { code?: string }[] } }) => body.errors?.[0]?.code

it('asks for each place, once, and runs then', async () => {
  const buyer = await test.person()
  const refused = await run(buyer)
  expect([refused.status, codeOf(refused)]).toEqual([409, 'agreement_needed'])
  expect(refused.body.errors.map(({ message }: { message: string }) => message)).toEqual(PLACES)
  expect(refused.body.status.message).toBe(
    'This agent sends your input to api.example.com, Slack. Agree to that first.',
  )
  await agree(buyer, ['Slack'])
  expect((await run(buyer)).body.errors).toEqual([
    { message: 'api.example.com', field: 'agreement', code: 'agreement_needed' },
  ])
  expect((await agree(buyer, PLACES)).body.data).toEqual({ destinations: [...PLACES].sort() })
  expect((await run(buyer)).status).toBe(200)
  const another = await test.person()
  expect(codeOf(await run(another))).toBe('agreement_needed')
})

it('refuses again what was taken back, by every way', async () => {
  const buyer = await test.person()
  await agree(buyer, PLACES)
  const service = await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: agent.agent_id } })
  const viaService = { service_id: service.body.data.id, input: { text: 'mine' } }
  const first = await run(buyer, viaService)
  expect(first.status).toBe(200)
  expect((await test.call('GET', '/api/v1/agreements', { as: buyer })).body.data.items).toMatchObject([
    { agent: { id: agent.agent_id }, destinations: [{ name: 'Slack' }, { name: 'api.example.com' }] },
  ])
  expect((await takeBack(buyer)).status).toBe(200)
  expect((await takeBack(buyer)).status).toBe(404)
  expect(codeOf(await run(buyer, viaService))).toBe('agreement_needed')
  const again = await test.call('POST', `/api/v1/executions/${first.body.data.execution_id}/control`, {
    as: buyer,
    body: { action: 'rerun' },
  })
  expect(codeOf(again)).toBe('agreement_needed')
  expect((await test.call('GET', '/api/v1/agreements', { as: buyer })).body.data).toMatchObject({ items: [], total: 0 })
  await agree(buyer, PLACES)
  expect((await run(buyer, viaService)).status).toBe(200)
})

it('asks when a schedule is saved, not only when its time has come', async () => {
  const buyer = await test.person()
  const { body } = await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: agent.agent_id } })
  const at = `/api/v1/services/${body.data.id}/schedules`
  const add = () => test.call('POST', at, { as: buyer, body: { cron: '0 9 * * *', input: { text: 'mine' } } })
  expect(codeOf(await add())).toBe('agreement_needed')
  expect((await test.call('GET', at, { as: buyer })).body.data.schedules).toEqual([])
  await agree(buyer, PLACES)
  expect((await add()).status).toBe(201)
})

it('does not ask for the samples of the seller', async () => {
  const buyer = await test.person()
  const sample = { agent_id: agent.agent_id, input: { text: 'of the seller' } }
  expect((await run(buyer, sample)).status).toBe(200)
})

it('asks again for what a later version sends elsewhere, and not for the rest', async () => {
  const { pool } = test.database
  const changing = await insertAgent(test.database, document, { type: 'free', sends_to: ['a.example'] })
  const buyer = await test.person()
  const body = { agent_id: changing.agent_id, input: { text: 'mine' } }
  await agree(buyer, ['a.example'], changing.agent_id)
  expect((await run(buyer, body)).status).toBe(200)
  const { rows } = await pool.query(
    `insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
       price_paise, content_hash, permissions, published_at)
     select agent_id, 2, workflow_version_id, input_schema, output_schema, view, samples, price_type, price_paise, 'two', $2, now()
     from agent_versions where id = $1 returning id`,
    [changing.agent_version_id, JSON.stringify({ sends_to: ['a.example', 'b.example'] })],
  )
  await pool.query('update agents set current_version_id = $2 where id = $1', [changing.agent_id, rows[0].id])
  expect((await run(buyer, body)).body.errors).toMatchObject([{ message: 'b.example' }])
})

it('takes a visitor’s word for a day', async () => {
  expect(codeOf(await run(undefined))).toBe('agreement_needed')
  expect((await agree(undefined, PLACES)).status).toBe(200)
  expect((await run(undefined)).status).toBe(200)
  await test.database.pool.query(
    `update agreements set agreed_at = now() - interval '25 hours' where visitor_key is not null`,
  )
  expect(codeOf(await run(undefined))).toBe('agreement_needed')
})

it('stores nothing of bad input, and opens nothing to users without the right', async () => {
  const buyer = await test.person()
  const count = async () => (await test.database.pool.query('select count(*)::int as n from agreements')).rows[0].n
  const before = await count()
  for (const bad of [
    ['elsewhere.example'],
    [...PLACES, 'elsewhere.example'],
    [],
    [''],
    'Slack',
    null,
    [1],
    Array(101).fill('Slack'),
  ])
    expect((await agree(buyer, bad)).status).toBe(400)
  expect((await agree(buyer, [...PLACES, 'elsewhere.example'])).body.errors).toEqual([
    { message: 'The agent doesn’t send data there.', field: 'destinations.2', code: 'invalid_input' },
  ])
  const hidden = await insertAgent(test.database, document, { type: 'free', sends_to: PLACES })
  await test.database.pool.query(`update agents set status = 'suspended' where id = $1`, [hidden.agent_id])
  expect((await agree(buyer, PLACES, hidden.agent_id)).status).toBe(404)
  expect((await agree(buyer, PLACES, 'no-such-agent')).status).toBe(404)
  expect((await test.call('GET', '/api/v1/agreements')).status).toBe(401)
  expect((await takeBack(undefined)).status).toBe(401)
  expect(await count()).toBe(before)
})

it('agrees once when asked many times at the same moment', async () => {
  const buyer = await test.person()
  const answers = await Promise.all(Array.from({ length: 20 }, () => agree(buyer, PLACES)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await test.database.pool.query('select destination from agreements where user_id = $1', [buyer.id])
  expect(rows).toHaveLength(2)
})
