import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiDocumentThreads } from '#server/runners/api-documents/threads.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

const asked: { url: string; key: string }[] = []
const shop = createServer((request, response) => {
  asked.push({ url: request.url ?? '', key: String(request.headers['x-shop-key'] ?? '-') })
  response.setHeader('content-type', 'application/json')
  if (request.url === '/away') return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
  if (request.url === '/openapi.json') return response.end(JSON.stringify(documentOf()))
  response.end(JSON.stringify({ id: 7, name: 'Lamp' }))
})
const host = () => `127.0.0.1:${(shop.address() as AddressInfo).port}`
const documentOf = (more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Lamp Shop API', version: '2', description: 'Sells lamps. And more.' },
  servers: [{ url: `http://${host()}/v1` }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Shop-Key' } } },
  security: [{ key: [] }],
  paths: {
    '/lamps/{id}': {
      get: {
        operationId: 'getLamp',
        summary: 'Get a lamp',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'A lamp', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
  ...more,
})

let test: TestApp
let owner: Person
let id: string
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  test = await createTestApp({ secrets: { allow: [host()] } })
  owner = await test.person('seller')
  const made = await add(documentOf())
  expect(made.status).toBe(201)
  id = made.body.data.integration.id
})
afterAll(async () => {
  await test.close()
  shop.close()
})

const api = '/api/v1/integrations'
const add = (document: unknown, as: Person = owner) =>
  test.call('POST', api, { as, body: { document: typeof document === 'string' ? document : JSON.stringify(document) } })

describe('an app that a person adds', () => {
  it('has the operations as actions and asks for what the document names', async () => {
    const { body } = await test.call('GET', `${api}/${id}`, { as: owner })
    expect(body.data).toMatchObject({ name: 'Lamp Shop', status: 'added', verified: false, actions: 1 })
    expect(body.data.permissions).toMatchObject({ hosts: [host()], effects: ['read'] })
    expect(body.data.sign_in[0].fields).toMatchObject([{ secret: true, required: true }])
  })

  it('is found by its owner by app and verb, and by nobody else', async () => {
    const query = { search_term: 'get lamp' }
    const mine = await test.call('GET', api, { as: owner, query })
    expect(mine.body.data.items[0]).toMatchObject({
      id,
      matches: [{ id: 'get_lamp', title: 'Get a lamp', effect: 'read' }],
    })
    const stranger = await test.person('seller')
    const theirs = await test.call('GET', api, { as: stranger, query })
    expect(theirs.body.data.items.map((one: { id: string }) => one.id)).not.toContain(id)
    for (const url of [`${api}/${id}`, `${api}/${id}/actions/get_lamp`, `${api}/${id}/calls`])
      expect((await test.call('GET', url, { as: stranger })).status).toBe(404)
    const run = { as: stranger, body: { input: { id: 7 } } }
    expect((await test.call('POST', `/api/v1/actions/${id}/get_lamp`, run)).status).toBe(404)
    expect((await test.call('DELETE', `${api}/${id}`, { as: stranger })).status).toBe(404)
  })

  it('is used with an account, whose key goes to its host alone, and is not deleted unasked while a workflow uses it', async () => {
    const { body } = await test.call('GET', `${api}/${id}`, { as: owner })
    const [way] = body.data.sign_in
    const fields = { [way.fields[0].name]: 'key-of-the-shop-123' }
    const made = await test.call('POST', `${api}/${id}/accounts`, {
      as: owner,
      body: { sign_in: way.id, name: 'Shop', fields },
    })
    expect(made.body.data.account).toMatchObject({ status: 'ready', last_four: '-123' })
    const run = await test.call('POST', `/api/v1/actions/${id}/get_lamp`, { as: owner, body: { input: { id: 7 } } })
    expect(run.body.data).toMatchObject({ status: 'succeeded', output: { name: 'Lamp' } })
    expect(asked.at(-1)).toEqual({ url: '/v1/lamps/7', key: 'key-of-the-shop-123' })
    const step = node('lamp', 'app_action', { integration: id, action: 'get_lamp', input: { id: 7 } })
    const document = workflow([node('start', 'manual_trigger'), step], wires('start > lamp'))
    await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Lamps', document } })
    const refused = await test.call('DELETE', `${api}/${id}`, { as: owner })
    expect([refused.status, refused.body.errors[0].message]).toEqual([409, 'Used by “Lamps”.'])
    const forced = await test.call('DELETE', `${api}/${id}`, { as: owner, query: { even_if_used: 'true' } })
    expect(forced.status).toBe(200)
    expect((await test.call('POST', `/api/v1/actions/${id}/get_lamp`, { as: owner, body: { input: {} } })).status).toBe(
      404,
    )
  })
})

describe('a document', () => {
  it('is read from its address, and from YAML', async () => {
    const url = `http://${host()}/openapi.json`
    const fetched = await test.call('POST', api, { as: owner, body: { url, name: 'From an address' } })
    // The way out refuses private addresses, except those the operator allows; this one is allowed.
    expect([fetched.status, fetched.body.data.integration.name]).toEqual([201, 'From an address'])
    const yaml = `openapi: 3.0.0\ninfo: {title: Bells, version: '1'}\nservers: [{url: 'https://bells.example'}]\npaths: {/ring: {post: {responses: {}}}}`
    expect((await add(yaml)).body.data.integration).toMatchObject({ name: 'Bells', sign_in: [] })
  })

  it.each([
    ['that is none', 'hello', 'document_unreadable'],
    ['of another kind', '{"asyncapi":"2.0.0"}', 'document_not_openapi'],
    ['without operations', { paths: {} }, 'operations_missing'],
    ['of a version to come', { openapi: '4.0.0' }, 'version_unsupported'],
  ])('%s is refused by name', async (_what, document, code) => {
    const { status, body } = await add(typeof document === 'string' ? document : documentOf(document))
    expect([status, body.errors[0].code, body.errors[0].field]).toEqual([400, code, 'document'])
  })

  it('at a private address, or that sends there, is not fetched', async () => {
    for (const url of ['http://169.254.169.254/latest', `http://${host()}/away`]) {
      const { status, body } = await test.call('POST', api, { as: owner, body: { url } })
      expect([url, status, body.errors[0].code]).toEqual([url, 400, 'url_refused'])
    }
  })

  it('is not for people who may not build workflows', async () => {
    expect((await add(documentOf(), await test.person())).status).toBe(403)
  })
})

describe('threads that read documents', () => {
  it('refuse by name, and stop one that takes too long', async () => {
    const threads = new ApiDocumentThreads({
      ...{ size: 1, heapMb: 256, maxQueue: 5, idleMs: 1000, killCpuMs: 50 },
      log: { info: () => {}, warn: () => {} },
    })
    try {
      await expect(threads.read('a', { text: '[]', address: null })).rejects.toMatchObject({
        code: expect.stringMatching(/^document_/),
      })
      const paths = Object.fromEntries(
        Array.from({ length: 1500 }, (_, n) => [
          `/p${n}`,
          {
            get: {
              parameters: Array(60).fill({
                name: 'a',
                in: 'query',
                schema: { type: 'string', description: 'x'.repeat(200) },
              }),
              responses: {},
            },
          },
        ]),
      )
      const text = JSON.stringify(documentOf({ paths }))
      await expect(threads.read('a', { text, address: null })).rejects.toMatchObject({ code: 'document_too_complex' })
    } finally {
      await threads.stop()
    }
  })
})
