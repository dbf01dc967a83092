/** Programs that register, and those that publish who they are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpRequest } from '#nodes/ports.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { assistantsOf, BACK, ORIGIN, proof, queryOf } from '#test/support/assistants.ts'
import { deleteExpiredAssistants } from './assistants.ts'
import { createClientDocuments } from './client-document.ts'

const DOCUMENT = 'https://assistant.example/client.json'
const INTERNAL = 'https://internal.example/client.json'

/** What is published at each address; the addresses that were asked. */
const published = new Map<string, { status?: number; body: string }>()
const fetched: HttpRequest[] = []
const guarded = createOutbound({ resolve: async () => [{ address: '10.0.0.7', family: 4 }] })

let test: TestApp
beforeAll(async () => {
  const clientDocuments = createClientDocuments(async (request, signal) => {
    fetched.push(request)
    const found = published.get(request.url)
    return found ? { status: found.status ?? 200, headers: {}, body: found.body } : guarded.http(request, signal)
  })
  test = await createTestApp({ publicUrl: ORIGIN, deps: { clientDocuments } })
})
afterAll(async () => {
  guarded.close()
  await test.close()
})
const { register, newClient, look, connect, works } = assistantsOf(() => test)

describe('a registration', () => {
  it('makes a public client, whatever it asks for', async () => {
    const { status, body } = await register({
      client_name: 'Claude\u202e\u0007 (verified)',
      token_endpoint_auth_method: 'client_secret_post',
      client_secret: 'mine',
      scope: 'admin',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      client_name: 'Claude (verified)',
      token_endpoint_auth_method: 'none',
      redirect_uris: [BACK],
    })
    expect(body).not.toHaveProperty('client_secret')
  })

  it.each([
    'http://assistant.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    'https://user:secret@assistant.example/',
    'https://assistant.example/#part',
    'https://assistant.example\\@evil.example/',
    'https://assistant.example/\u202e',
    '/relative',
    'about:blank',
    'myapp:/callback',
    `a.${'b'.repeat(300)}:/callback`,
    `https://${'a'.repeat(300)}/callback`,
    '',
  ])('is refused with the address %s', async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it.each<[string, object]>([
    ['no addresses', { redirect_uris: [] }],
    ['too many', { redirect_uris: Array.from({ length: 11 }, (_, n) => `${BACK}/${n}`) }],
    ['no list', { redirect_uris: BACK }],
    ['another grant', { grant_types: ['client_credentials'] }],
    ['another response', { response_types: ['token'] }],
  ])('is refused with %s', async (_, metadata) => {
    expect((await register(metadata)).status).toBe(400)
  })

  it('has loopback addresses on any port, and only there', async () => {
    const person = await test.person()
    const client = await newClient({
      redirect_uris: ['http://127.0.0.1/callback', 'cursor://anysphere.cursor-mcp/oauth'],
    })
    const asked = (redirect_uri: string) => look(person, queryOf(client, proof(), { redirect_uri }))
    const { body } = await asked('http://127.0.0.1:49152/callback')
    expect(body.data).toMatchObject({ returns_to: '127.0.0.1', is_local: true })
    expect((await asked('cursor://anysphere.cursor-mcp/oauth')).body.data).toMatchObject({
      returns_to: 'cursor:',
      is_local: true,
    })
    for (const other of [
      'http://127.0.0.1:49152/other',
      'http://localhost:49152/callback',
      'http://127.0.0.2:1/callback',
      'https://127.0.0.1/callback',
    ])
      expect([other, (await asked(other)).status]).toEqual([other, 400])
  })

  it('is forgotten when nobody uses it for a day, and kept while an assistant is connected', async () => {
    const [unused, used] = [await newClient(), await newClient()]
    const person = await test.person()
    await connect(person, {}, used)
    const age = `update assistant_clients set created_at = now() - interval '25 hours', used_at = used_at - interval '181 days'`
    await test.database.pool.query(age)
    await deleteExpiredAssistants(test.database.db)
    expect((await look(person, queryOf(unused, proof()))).status).toBe(400)
    expect((await look(person, queryOf(used, proof()))).status).toBe(200)
    await test.database.pool.query('update assistant_tokens set expires_at = now()')
    await test.database.pool.query(`update assistants set created_at = now() - interval '2 hours'`)
    await deleteExpiredAssistants(test.database.db)
    await deleteExpiredAssistants(test.database.db)
    expect((await look(person, queryOf(used, proof()))).status).toBe(400)
    expect((await test.database.pool.query('select from assistants')).rowCount).toBe(0)
  })

  it('finds room when strangers filled it: what nobody used in ten minutes makes way', async () => {
    await test.database.pool.query(
      `insert into assistant_clients (id, name, redirect_uris, created_at)
       select 'chowk_client_flood' || n, 'x', '{https://x.example/}', now() from generate_series(1, 5000) n`,
    )
    expect((await register()).status).toBe(429)
    await test.database.pool.query(
      `update assistant_clients set created_at = now() - interval '11 minutes' where id like 'chowk_client_flood%'`,
    )
    expect((await register()).status).toBe(201)
  })

  it('is limited for each network', async () => {
    const ip = '198.51.100.20'
    const answers = []
    for (let n = 0; n < 31; n++) answers.push((await register({}, ip)).status)
    expect(answers.slice(0, 30).every((status) => status === 201)).toBe(true)
    expect(answers[30]).toBe(429)
    expect((await register({}, '198.51.101.20')).status).toBe(201)
  })
})

describe('a client metadata document', () => {
  const publish = (changes: object = {}, address = DOCUMENT) =>
    published.set(address, {
      body: JSON.stringify({ client_id: address, client_name: 'Assistant', redirect_uris: [BACK], ...changes }),
    })

  it('stands for its client, whose site vouches for it', async () => {
    publish()
    const person = await test.person()
    const { body } = await look(person, queryOf(DOCUMENT, proof()))
    expect(body.data).toMatchObject({ name: 'Assistant', site: 'assistant.example', returns_to: 'assistant.example' })
    expect(fetched.at(-1)).toMatchObject({ url: DOCUMENT, redirects: 'refuse', method: 'GET' })
    const { access } = await connect(person, {}, DOCUMENT)
    expect(await works(access)).toBe(200)
  })

  it('is not fetched from within our network', async () => {
    const { status, body } = await look(await test.person(), queryOf(INTERNAL, proof()))
    expect([status, body.errors[0].field]).toEqual([400, 'client_id'])
    expect(body.errors[0].message).toContain('cannot be fetched')
  })

  it.each<[string, string]>([
    ['plain http', 'http://assistant.example/client.json'],
    ['no path', 'https://assistant.example/'],
    ['a fragment', 'https://assistant.example/client.json#x'],
    ['credentials', 'https://user@assistant.example/client.json'],
    ['dots', 'https://assistant.example/a/../client.json'],
    ['another spelling', 'https://ASSISTANT.example/client.json'],
  ])('is not looked for at an address with %s', async (_, address) => {
    const before = fetched.length
    expect((await look(await test.person(), queryOf(address, proof()))).status).toBe(400)
    expect(fetched.length).toBe(before)
  })

  it.each<[string, object | string]>([
    ['of another client', { client_id: 'https://assistant.example/other.json' }],
    ['with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['without addresses', { redirect_uris: [] }],
    ['with a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['that is huge', { padding: 'x'.repeat(20_000) }],
    ['that is no JSON', '<html>'],
    ['that is null', 'null'],
  ])('%s is refused', async (name, changes) => {
    const address = `https://assistant.example/${encodeURIComponent(name)}.json`
    if (typeof changes === 'string') published.set(address, { body: changes })
    else publish(changes, address)
    const { status, body } = await look(await test.person(), queryOf(address, proof()))
    expect([status, body.errors[0].field]).toEqual([400, 'client_id'])
  })
})
