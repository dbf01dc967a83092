/** What no well-made assistant sends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { type CallOptions, createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let owner: Person
let service: string
beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'https://chowk.example', requestsPerMinute: () => 1_000_000 })
  owner = await test.person('seller')
  await addAgent(test.database.pool, owner.id, document, { slug: 'helper' })
  service = (await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id: 'helper' } })).body.data.id
})
afterAll(() => test.close())

const ACCEPT = { accept: 'application/json, text/event-stream', host: 'chowk.example' }
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'run_agent', arguments: { agent_id: 'helper', input: { text: 'x' } } },
}
const runs = async () => (await test.database.pool.query('select count(*)::int as count from executions')).rows[0].count

async function send(options: CallOptions & { method?: string; path?: string }) {
  const { method = 'POST', path = '/mcp', headers = {}, ...rest } = options
  const answer = await test.call(method, path, { as: owner, ...rest, headers: { ...ACCEPT, ...headers } })
  const event = /^data: (.*)$/m.exec(String(answer.body))?.[1]
  return { ...answer, message: event ? JSON.parse(event) : answer.body }
}

describe('a call that is sent again with its Idempotency-Key', () => {
  it('runs and costs once, gets the first result, and is refused for other arguments', async () => {
    const before = await runs()
    const headers = { 'idempotency-key': 'an assistant that lost its connection'.replaceAll(' ', '-') }
    const first = await send({ body: CALL, headers })
    const second = await send({ body: { ...CALL, id: 2 }, headers })
    expect(first.message.result.structuredContent).toMatchObject({ status: 'succeeded' })
    expect(second.message).toMatchObject({ id: 2, result: first.message.result })
    const other = { ...CALL, params: { ...CALL.params, arguments: { agent_id: 'helper', input: { text: 'y' } } } }
    const refused = await send({ body: other, headers })
    expect(refused.message.result.structuredContent.error.code).toBe('idempotency_mismatch')
    expect(await runs()).toBe(before + 1)
  })
})

describe('a message that is none', () => {
  it.each<[string, unknown, number]>([
    ['nothing of the protocol', { hello: 'x' }, 400],
    ['another protocol', { jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400],
    ['a number', 7, 400],
    ['a text', 'tools/list', 400],
    ['an object as its id', { ...CALL, id: {} }, 400],
    ['no method', { jsonrpc: '2.0', id: 1 }, 400],
    ['several in one', [CALL, { ...CALL, id: 2 }], 400],
    ['none in a list', [], 400],
  ])('%s is refused, and nothing runs', async (_what, body, status) => {
    const before = await runs()
    const answer = await send({ body })
    expect([answer.status, await runs()]).toEqual([status, before])
  })

  it.each([
    ['no JSON', '{"jsonrpc":', 422],
    ['nothing at all', '', 400],
    ['too deep', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 400],
    ['a reserved key', '{"__proto__":{"x":1}}', 400],
    ['too large', JSON.stringify({ ...CALL, x: 'x'.repeat(SERVER_LIMITS.body_bytes) }), 413],
  ])('%s is refused as everywhere', async (_what, payload, status) => {
    const answer = await send({ payload, headers: { 'content-type': 'application/json' } })
    expect(answer.status).toBe(status)
  })

  it('is answered in JSON-RPC where it is one: unknown methods, tools and revisions', async () => {
    const errorOf = async (body: object, headers = {}) => (await send({ body, headers })).message.error
    expect(await errorOf({ ...CALL, method: 'resources/list' })).toMatchObject({ code: -32601 })
    expect(await errorOf({ ...CALL, params: { name: 'drop_table', arguments: {} } })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('There is no tool "drop_table"'),
    })
    expect(await errorOf({ ...CALL, params: { name: '__proto__' } })).toMatchObject({ code: -32602 })
    expect(await errorOf({ ...CALL, params: { arguments: {} } })).toMatchObject({ code: -32602 })
    expect(await errorOf({ ...CALL, params: { ...CALL.params, arguments: [1] } })).toMatchObject({ code: -32602 })
    expect(await errorOf(CALL, { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({
      message: expect.stringContaining('Unsupported protocol version'),
    })
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }
    expect(await errorOf(listen)).toBeDefined()
  })

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s has nothing to give: there are no sessions', async (method) => {
    for (const path of ['/mcp', `/mcp/services/${service}`])
      expect([path, (await send({ method, path })).status]).toEqual([path, 405])
  })
})

describe('a tool', () => {
  it('answers a request whose result nobody asked for with 202, and runs nothing', async () => {
    const before = await runs()
    const { id: _, ...notice } = CALL
    expect((await send({ body: notice })).status).toBe(202)
    expect(await runs()).toBe(before)
  })

  it('reaches nothing by hostile texts', async () => {
    for (const agent_id of ['../../etc/passwd', "' or 1=1 --", 'a'.repeat(5000), '\u202Ehelper', '{{ $input }}']) {
      const params = { name: 'get_agent', arguments: { agent_id } }
      const { result } = (await send({ body: { ...CALL, params } })).message
      expect([agent_id, result.isError, result.structuredContent.error.code]).toEqual([agent_id, true, 'invalid_input'])
    }
  })

  it('gives each caller their own answer, however many ask at once under the same id', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => test.person()))
    const asked = people.flatMap((as) => Array.from({ length: 5 }, () => as))
    const answers = await Promise.all(asked.map((as) => send({ as, body: CALL })))
    const of = answers.map(({ message }) => message.result.structuredContent.execution_id)
    expect(new Set(of).size).toBe(asked.length)
    const { rows } = await test.database.pool.query('select id, owner_id from executions where id = any($1)', [of])
    const owners = new Map(rows.map(({ id, owner_id }) => [id, owner_id]))
    expect(of.map((id) => owners.get(id))).toEqual(asked.map(({ id }) => id))
  })
})

describe('a page of another site', () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  it.each([
    ['of a stranger', { origin: 'https://evil.example' }, 403],
    ['without a name', { origin: 'null' }, 403],
    ['that is none', { origin: 'x' }, 403],
    ['whose name leads here', { origin: 'http://evil.example:3000', host: 'evil.example:3000' }, 403],
    ['whose name leads here, and who hides it', { host: 'evil.example' }, 403],
    ['of ours', { origin: 'https://chowk.example' }, 200],
    ['of none, by the address of the machine', { host: '192.168.1.5:3000' }, 200],
    ['of none, by a name within the network', { host: 'chowk:3000' }, 200],
  ])('%s', async (_who, headers, status) => {
    expect((await send({ body, headers: headers as unknown as Record<string, string> })).status).toBe(status)
  })

  it('gets no leave to read the answer', async () => {
    const { headers } = await send({ body })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
  })
})
