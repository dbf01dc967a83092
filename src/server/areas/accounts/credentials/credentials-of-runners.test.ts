/** A workflow never uses the credentials of the person who runs it, however it names them: only those of the person who owns it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, storeWorkflow, wires, workflow } from '#test/support/engine.ts'

const KEY = 'k-123456789012'
const TOKEN = 'token-of-the-owner'

let test: TestApp
let house: ModelPeer
let crm: Server
let host: string
/** Has a credential. */
let owner: Person
/** Knows its id: they were a member of a workflow that names it. */
let member: Person
let credential: string
const asked: string[] = []

beforeAll(async () => {
  house = await startModelPeer({ key: KEY })
  crm = createServer(({ url, headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? '-'}`)
    response.setHeader('content-type', 'application/json').end('{"customer":"Asha"}')
  })
  await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(crm.address() as AddressInfo).port}`
  const model = {
    provider: 'ollama',
    base_url: house.url,
    model: 'house',
    api_key: KEY,
    input_price: 0,
    output_price: 0,
    country: null,
  }
  test = await createTestApp({ models: { model, outboundAllow: [house.host] }, secrets: { allow: [host] } })
  owner = await test.person('seller')
  member = await test.person('seller')
  const body = { name: 'CRM', type: 'bearer', fields: { token: TOKEN, hosts: host } }
  const made = await test.call('POST', '/api/v1/credentials', { as: owner, body })
  credential = made.body.data.credential.id
})
afterAll(async () => {
  await test.close()
  await house.close()
  crm.close()
})
beforeEach(() => {
  asked.length = 0
  house.behave({ type: 'tools', calls: [{ name: 'find', arguments: {} }] }, { type: 'answer', text: 'done' })
})

const steps = (step: ReturnType<typeof node>) =>
  workflow([node('start', 'manual_trigger'), step], wires('start > step'))
const withTools = (tools: Json) => steps(node('step', 'ai_agent', { task: 'Look', tools }))
const calling = (id: string) =>
  steps(node('step', 'http_request', { method: 'GET', url: `http://${host}/all`, credential: id }))

const shared = {
  name: 'find',
  description: 'A customer',
  parameters: { type: 'object', properties: {} },
  approved: true,
}
const TOOLS = {
  http: (): JsonObject => ({ ...shared, kind: 'http', url: `http://${host}/all`, method: 'GET', credential }),
  node: (): JsonObject => ({
    ...shared,
    kind: 'node',
    node: 'graphql_request',
    acts: false,
    config: { url: `http://${host}/graphql`, query: 'query { all }', credential },
  }),
}
/** How a list of tools can name a credential without its id being a setting. */
const WAYS: [string, () => Json][] = [
  ['an HTTP tool written as an expression', () => [`{{ ${JSON.stringify(TOOLS.http())} }}`]],
  ['a node tool written as an expression', () => [`{{ ${JSON.stringify(TOOLS.node())} }}`]],
  ['all tools written as one expression', () => `{{ [${JSON.stringify(TOOLS.http())}] }}`],
]

const share = (id: string, user: Person, by: Person) =>
  test.database.pool.query(
    `insert into workflow_members (workflow_id, user_id, role, added_by) values ($1, $2, 'editor', $3)`,
    [id, user.id, by.id],
  )
const save = (as: Person, document: unknown) =>
  test.call('POST', '/api/v1/workflows', { as, body: { name: 'Try this', document } })
const execute = (as: Person, body: object) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { input: { text: 'x' }, wait_ms: 8_000, ...body } })
/** What stopped the run. */
const errorOf = async (id: string) =>
  (await test.database.pool.query('select error from executions where id = $1', [id])).rows[0]?.error?.code

describe('the credential of the person who runs a workflow of another', () => {
  it.each(WAYS)('is not used by a workflow that was shared with them: %s', async (_way, tools) => {
    const saved = await save(member, withTools(tools()))
    const { id, problems } = saved.body.data
    expect(problems).toMatchObject([{ code: 'expression_not_allowed', node: 'step' }])
    await share(id, owner, member)
    const run = await execute(owner, { workflow_id: id })
    expect([run.status, run.body.errors[0].code]).toEqual([409, 'not_runnable'])
    expect(asked).toEqual([])
  })

  it.each(WAYS)('is not used by an agent whose version was stored before: %s', async (_way, tools) => {
    const agent = await addAgent(test.database.pool, member.id, withTools(tools()))
    const run = await execute(owner, { agent_id: agent.id })
    expect(await errorOf(run.body.data.execution_id)).toBe('expression_not_allowed')
    expect(asked).toEqual([])
  })

  it('is not used by a tool that names it in an expression', async () => {
    const document = withTools([{ ...TOOLS.http(), credential: `{{ "${credential}" }}` }])
    expect((await save(member, document)).body.errors[0].code).toBe('foreign_credential')
    const agent = await addAgent(test.database.pool, member.id, document)
    expect((await execute(owner, { agent_id: agent.id })).body.errors[0].code).toBe('not_runnable')
    expect(asked).toEqual([])
  })

  it('is not used by a stored step that names it plainly', async () => {
    expect((await save(member, calling(credential))).body.errors[0].code).toBe('foreign_credential')
    const agent = await addAgent(test.database.pool, member.id, calling(credential))
    expect((await execute(owner, { agent_id: agent.id })).body.errors[0].code).toBe('not_runnable')
    // Nor by a way that no check of documents knows.
    const { version_id } = await storeWorkflow(test.database.pool, member.id, calling(credential))
    const who = { owner: { user_id: owner.id }, author: member.id, version: version_id }
    await expect(test.secrets.vault.open(credential, who)).rejects.toMatchObject({ code: 'credential_not_found' })
    await expect(test.secrets.vault.open(credential, { ...who, author: null })).rejects.toThrow()
  })
})

it('the owner of a workflow keeps their credentials in it when an editor runs it', async () => {
  const saved = await save(owner, calling(credential))
  await share(saved.body.data.id, member, owner)
  const run = await execute(member, { workflow_id: saved.body.data.id })
  expect(run.body.data.status).toBe('succeeded')
  expect(asked).toEqual([`/all Bearer ${TOKEN}`])
})
