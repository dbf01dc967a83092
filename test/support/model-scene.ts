/** An installation where the operator, a seller and buyers have models, each on a server that says what it was asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { Role } from '#contract/core/access.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from './app.ts'
import { addAgent } from './catalogue.ts'
import { node, set, wires, workflow } from './engine.ts'

export const MARKER = 'PROMPT-OF-THE-SELLER'
const KEY = 'k-123456789012'

type CatalogueAgent = Awaited<ReturnType<typeof addAgent>>

export interface ModelScene {
  test: TestApp
  house: ModelPeer
  sellers: ModelPeer
  own: ModelPeer
  seller: Person
  sellersModel: string
  /** Of the seller: what it was asked, as “method path”. */
  crm: { host: string; asked: string[]; credential: string }
  /** Everybody answers again as at the beginning, and was asked nothing. */
  reset(): void
  close(): Promise<void>
  /** With a default and a fallback of their own. */
  buyerWithModel(role?: Role): Promise<Person>
  listed(document: WorkflowDocument, open: boolean): Promise<CatalogueAgent>
  join(agent: CatalogueAgent, person: Person, role: 'viewer' | 'editor'): Promise<void>
  execute(as: Person | null, body: object): ReturnType<TestApp['call']>
  // biome-ignore lint/suspicious/noExplicitAny: a body of the API
  runAgent(as: Person | null, agent: { id: string }): Promise<any>
}

/** Names no model in its one step that asks one. */
export const asking = (settings: JsonObject = {}, trigger = 'manual_trigger') =>
  workflow(
    [
      node('start', trigger),
      set('inner', { secret: `${MARKER}-DATA` }),
      node('ask', 'ai_prompt', { prompt: `${MARKER}: rate it`, ...settings }),
      set('done', { ok: true }),
    ],
    wires('start > inner > ask > done'),
  )

/** A tool that asks the CRM with the credential of the seller. */
export const findTool = ({ host, credential }: ModelScene['crm']): JsonObject => ({
  kind: 'http',
  name: 'find',
  description: 'A customer',
  url: `http://${host}/customers/{name}`,
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  credential,
})

/** A step whose model may call a tool. */
export const helping = (tool: JsonObject, settings: JsonObject = {}) =>
  workflow(
    [
      node('start', 'manual_trigger'),
      node('ask', 'ai_agent', { task: `${MARKER}: say hello`, tools: [tool], ...settings }),
      set('done', {}),
    ],
    wires('start > ask > done'),
  )

async function startCrm() {
  const asked: string[] = []
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`)
    response.setHeader('content-type', 'application/json').end('{"customer":"ROW-OF-THE-SELLER"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

export async function createModelScene(): Promise<ModelScene> {
  const peers = [
    await startModelPeer({ key: KEY }),
    await startModelPeer({ key: KEY }),
    await startModelPeer({ key: KEY }),
  ]
  const [house, sellers, own] = peers as [ModelPeer, ModelPeer, ModelPeer]
  const { close: closeCrm, ...crm } = await startCrm()
  const model = {
    provider: 'ollama',
    base_url: house.url,
    model: 'house',
    api_key: KEY,
    input_price: 0,
    output_price: 0,
    country: null,
  }
  const test = await createTestApp({
    models: { model, outboundAllow: peers.map(({ host }) => host) },
    secrets: { allow: [crm.host] },
  })
  const post = async (path: string, as: Person, body: object) => {
    const { status, body: answer } = await test.call('POST', path, { as, body })
    expect(status).toBe(201)
    return answer.data
  }
  const addModel = async (as: Person, { url }: ModelPeer, name = 'Mine'): Promise<string> =>
    (await post('/api/v1/models', as, { name, provider: 'custom', base_url: url, model: 'small', api_key: KEY })).id
  const seller = await test.person('seller')
  const fields = { token: 'the-secret-of-the-seller', hosts: crm.host }
  const { credential } = await post('/api/v1/credentials', seller, { name: 'CRM', type: 'bearer', fields })
  const execute: ModelScene['execute'] = (as, body) =>
    test.call('POST', '/api/v1/workflows/execute', { as, body: { input: { text: 'x' }, wait_ms: 9_000, ...body } })
  return {
    test,
    house,
    sellers,
    own,
    seller,
    sellersModel: await addModel(seller, sellers),
    crm: { ...crm, credential: credential.id },
    reset() {
      crm.asked.length = 0
      for (const peer of peers) peer.asked.length = 0
      house.behave({ type: 'answer', text: 'of the house' })
      sellers.behave({ type: 'answer', text: 'of the seller' })
      own.behave({ type: 'answer', text: 'of the buyer' })
    },
    async close() {
      await test.close()
      for (const peer of peers) await peer.close()
      closeCrm()
    },
    async buyerWithModel(role) {
      const buyer = await test.person(role)
      const [default_model, fallback_model] = [await addModel(buyer, own), await addModel(buyer, own, 'Second')]
      const body = { default_model, fallback_model, daily_tokens: null, daily_paise: null }
      expect((await test.call('PUT', '/api/v1/model-settings', { as: buyer, body })).status).toBe(200)
      return buyer
    },
    listed: (document, open) => addAgent(test.database.pool, seller.id, document, { listing: { workflow_open: open } }),
    async join({ version_id }, person, role) {
      await test.database.pool.query(
        `insert into workflow_members (workflow_id, user_id, role, added_by) select w.workflow_id, $2, $3, $4
         from agent_versions v join workflow_versions w on w.id = v.workflow_version_id where v.id = $1`,
        [version_id, person.id, role, seller.id],
      )
    },
    execute,
    runAgent: async (as, { id }) => (await execute(as, { agent_id: id })).body.data,
  }
}
