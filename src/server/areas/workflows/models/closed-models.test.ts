/** Which models the steps of a workflow ask when somebody else than its owner runs it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, wires, workflow } from '#test/support/engine.ts'

const MARKER = 'PROMPT-OF-THE-SELLER'
const KEY = 'k-123456789012'

let test: TestApp
/** Of the operator, of the seller and of the buyer. */
let house: ModelPeer
let sellers: ModelPeer
let own: ModelPeer
let crm: Server
let crmHost: string
const crmAsked: (string | undefined)[] = []
let seller: Person
let sellersModel: string

beforeAll(async () => {
  house = await startModelPeer({ key: KEY })
  sellers = await startModelPeer({ key: KEY })
  own = await startModelPeer({ key: KEY })
  crm = createServer(({ url }, response) => {
    crmAsked.push(url)
    response.setHeader('content-type', 'application/json').end('{"customer":"ROW-OF-THE-SELLER"}')
  })
  await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve))
  crmHost = `127.0.0.1:${(crm.address() as AddressInfo).port}`
  const model = {
    provider: 'ollama',
    base_url: house.url,
    model: 'house',
    api_key: KEY,
    input_price: 0,
    output_price: 0,
  }
  test = await createTestApp({
    models: { model, outboundAllow: [house.host, sellers.host, own.host] },
    secrets: { allow: [crmHost] },
  })
  seller = await test.person('seller')
  sellersModel = await addModel(seller, sellers)
})
afterAll(async () => {
  await test.close()
  for (const peer of [house, sellers, own]) await peer.close()
  crm.close()
})
beforeEach(() => {
  crmAsked.length = 0
  for (const peer of [house, sellers, own]) peer.asked.length = 0
  house.behave({ type: 'answer', text: 'of the house' })
  sellers.behave({ type: 'answer', text: 'of the seller' })
  own.behave({ type: 'answer', text: 'of the buyer' })
})

async function addModel(as: Person, { url }: ModelPeer, name = 'Mine'): Promise<string> {
  const body = { name, provider: 'custom', base_url: url, model: 'small', api_key: KEY }
  const made = await test.call('POST', '/api/v1/models', { as, body })
  expect(made.status).toBe(201)
  return made.body.data.id
}

/** With a default and a fallback of their own. */
async function buyerWithModel(role?: Parameters<TestApp['person']>[0]): Promise<Person> {
  const buyer = await test.person(role)
  const [default_model, fallback_model] = [await addModel(buyer, own), await addModel(buyer, own, 'Second')]
  const body = { default_model, fallback_model, daily_tokens: null, daily_paise: null }
  expect((await test.call('PUT', '/api/v1/model-settings', { as: buyer, body })).status).toBe(200)
  return buyer
}

const asking = (settings: JsonObject = {}, trigger = 'manual_trigger') =>
  workflow(
    [
      node('start', trigger),
      set('inner', { secret: `${MARKER}-DATA` }),
      node('ask', 'ai_prompt', { prompt: `${MARKER}: rate it`, ...settings }),
      set('done', { ok: true }),
    ],
    wires('start > inner > ask > done'),
  )

const listed = (document: WorkflowDocument, open: boolean) =>
  addAgent(test.database.pool, seller.id, document, { listing: { workflow_open: open } })
const execute = (as: Person, body: object) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { input: { text: 'x' }, wait_ms: 9_000, ...body } })
const runAgent = async (as: Person, { id }: { id: string }) => (await execute(as, { agent_id: id })).body.data

describe('the model of a person who runs a closed workflow', () => {
  it('is told neither its prompts nor its data: the operator’s answers', async () => {
    const agent = await listed(asking(), false)
    expect(await runAgent(await buyerWithModel(), agent)).toMatchObject({ status: 'succeeded' })
    expect(own.asked).toEqual([])
    expect(JSON.stringify(house.asked)).toContain(MARKER)
  })

  it('is told nothing by a step that works with a model where there is one', async () => {
    const labels = [{ name: MARKER }, { name: 'other' }]
    const rating = workflow(
      [node('start', 'manual_trigger'), node('ask', 'ai_classify', { text: MARKER, labels }), set('done', {})],
      wires('start > ask > done'),
    )
    await runAgent(await buyerWithModel(), await listed(rating, false))
    expect(own.asked).toEqual([])
    expect(house.asked.length).toBeGreaterThan(0)
  })

  it('is told nothing by a workflow that a step runs', async () => {
    const { workflow_id } = await storeWorkflow(test.database.pool, seller.id, asking({}, 'workflow_trigger'))
    const calls = workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id, input: { text: MARKER } })],
      wires('start > call'),
    )
    const { execution_id } = await runAgent(await buyerWithModel(), await listed(calls, false))
    expect(await test.engine.engine.result(execution_id, 15_000)).toMatchObject({ status: 'succeeded' })
    expect(own.asked).toEqual([])
    expect(house.asked).toHaveLength(1)
  })

  it.each([['environment'], ['the seller’s']])('is not told the prompt when the model %s fails', async (named) => {
    house.behave({ type: 'status', status: 401, message: 'no' })
    sellers.behave({ type: 'status', status: 401, message: 'no' })
    const agent = await listed(asking({ model: named === 'environment' ? named : sellersModel }), false)
    expect(await runAgent(await buyerWithModel(), agent)).toMatchObject({ status: 'failed' })
    expect(own.asked).toEqual([])
    expect((named === 'environment' ? house : sellers).asked.length).toBeGreaterThan(0)
  })

  it.each([
    ['closed', false],
    ['open', true],
  ])('chooses no calls that are made with the credentials of the seller of a %s workflow', async (_, open) => {
    const fields = { token: 'the-secret-of-the-seller', hosts: crmHost }
    const made = await test.call('POST', '/api/v1/credentials', {
      as: seller,
      body: { name: 'CRM', type: 'bearer', fields },
    })
    const find = {
      kind: 'http',
      name: 'find',
      description: 'A customer',
      url: `http://${crmHost}/customers/{name}`,
      parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      credential: made.body.data.credential.id,
    }
    const helping = workflow(
      [node('start', 'manual_trigger'), node('ask', 'ai_agent', { task: 'Say hello', tools: [find] }), set('done', {})],
      wires('start > ask > done'),
    )
    own.behave({ type: 'tools', calls: [{ name: 'find', arguments: { name: 'everybody' } }] })
    expect(await runAgent(await buyerWithModel(), await listed(helping, open))).toMatchObject({ status: 'succeeded' })
    expect([crmAsked, own.asked]).toEqual([[], []])
    expect(house.asked).toHaveLength(1)
  })

  it('is asked no more once the seller has closed it', async () => {
    const agent = await listed(asking(), true)
    const buyer = await buyerWithModel()
    await runAgent(buyer, agent)
    expect(own.asked).toHaveLength(1)
    const { rows } = await test.database.pool.query(
      `insert into agent_versions (id, agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
        price_paise, content_hash, listing, uses_model, sends_out)
       select gen_random_uuid(), agent_id, 2, workflow_version_id, input_schema, output_schema, view, samples, price_type,
        price_paise, gen_random_uuid()::text, '{"workflow_open": false}', uses_model, sends_out from agent_versions where id = $1
       returning id`,
      [agent.version_id],
    )
    await test.database.pool.query('update agents set current_version_id = $2 where id = $1', [agent.id, rows[0].id])
    expect(await runAgent(buyer, agent)).toMatchObject({ status: 'succeeded' })
    expect([own.asked.length, house.asked.length]).toEqual([1, 1])
  })
})

describe('the model of a person who runs an open workflow', () => {
  it.each([['their own'], ['one that they share'], ['that of an open agent']])('is asked first: %s', async (which) => {
    const buyer = await buyerWithModel('creator_admin')
    const owner = which === 'their own' ? buyer : seller
    const { workflow_id, version_id } = await storeWorkflow(test.database.pool, owner.id, asking())
    if (which === 'one that they share')
      await test.database.pool.query(
        `insert into workflow_members (workflow_id, user_id, role, added_by) values ($1, $2, 'editor', $3)`,
        [workflow_id, buyer.id, seller.id],
      )
    const agent =
      which === 'that of an open agent' &&
      (await addAgent(test.database.pool, seller.id, asking(), {
        listing: { workflow_open: true },
        workflow_version: version_id,
      }))
    const run = await execute(buyer, agent ? { agent_id: agent.id } : { workflow_id })
    expect(run.body.data).toMatchObject({ status: 'succeeded' })
    expect([own.asked.length, house.asked.length]).toEqual([1, 0])
  })
})

it('the terms of an agent say whether a model of one’s own is used', async () => {
  const used = async (agent: { id: string }, as?: Person) =>
    (await test.call('GET', `/api/v1/agents/${agent.id}/terms`, { ...(as && { as }) })).body.data.models.own_model_used
  const buyer = await buyerWithModel()
  const [closed, open] = [await listed(asking(), false), await listed(asking(), true)]
  expect([await used(closed, buyer), await used(open, buyer), await used(closed, seller)]).toEqual([false, true, true])
  expect([await used(closed), await used(open)]).toEqual([false, true])
})
