import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY } from '#contract/accounts/key-values.ts'
import { api } from '#contract/api.ts'
import { ErrorEnvelope } from '#contract/core/envelope.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { KEY_SCOPES } from '#contract/endpoint-lists/key-scopes.ts'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import { createHandlers } from '#server/areas/handlers.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { createApp } from '#server/platform/http/app.ts'
import { countRefusedKeys } from '#server/platform/http/refused-keys.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, set, type TestEngine, wires, workflow } from '#test/support/engine.ts'
import {
  createTestIdentity,
  PASSWORD,
  PUBLIC_URL,
  SECRET,
  signUpSomebody,
  type TestIdentity,
} from '#test/support/identity.ts'
import { PLAIN_APP, PLAIN_PARTS } from '#test/support/parts.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let database: TestDatabase
let engine: TestEngine
let identity: TestIdentity
let app: FastifyInstance
beforeAll(async () => {
  database = await createTestDatabase()
  engine = await createTestEngine(database, {})
  identity = await createTestIdentity(database)
  const unused = new Proxy({}, { get: () => () => Promise.reject(new Error('not asked in this test')) }) as never
  const deps = {
    files: unused,
    documents: unused,
    portrait: unused,
    paperwork: undefined as never,
    exports: unused,
    retention: unused,
    secrets: { ring: [{ id: 'test', key: Buffer.alloc(32, 1) }], secret: SECRET, vault: unused } as never,
    connectors: unused,
    billingGate: unused,
    models: { db: database.db } as never,
    feed: unused,
    chatFeed: unused,
    workflowFeed: unused,
    identity,
  }
  app = await createApp({
    ...PLAIN_APP,
    handlers: createHandlers({
      ...PLAIN_PARTS,
      reader: readPrimary(database.db),
      ...deps,
      db: database.db,
      engine: engine.engine,
    }),
    sessions: createSessions(database.db, identity),
    secret: SECRET,
    refusedKeys: countRefusedKeys(database.db, SERVER_LIMITS.refused_keys_per_minute),
  })
})
afterAll(async () => {
  await app.close()
  await engine[Symbol.asyncDispose]()
  await database.drop()
})

async function call(method: string, url: string, token: string | null, body?: object) {
  const response = await app.inject({
    method: method as 'GET',
    url,
    remoteAddress: '203.0.113.40',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, body: response.body === '' ? null : response.json(), text: response.body }
}

async function somebody() {
  const { token } = await signUpSomebody(identity)
  const { data } = (await call('GET', '/api/v1/users/me', token)).body
  return { token, id: data.id as string }
}

async function keyOf(token: string, body: object = {}) {
  const made = await call('POST', '/api/v1/api-keys', token, { name: 'Clinic', scopes: ['read', 'run'], ...body })
  expect(made.status).toBe(201)
  return made.body.data as { secret: string; api_key: { id: string; prefix: string } }
}
const services = (secret: string) => call('GET', '/api/v1/services', secret)

describe('an API key', () => {
  it('is shown once, kept as a hash, and listed by its prefix', async () => {
    const { token } = await somebody()
    const { secret, api_key } = await keyOf(token, { expires_in_days: 30 })
    expect(secret).toMatch(API_KEY)
    expect(secret.startsWith(api_key.prefix)).toBe(true)
    const list = await call('GET', '/api/v1/api-keys', token)
    expect(list.body.data).toMatchObject({ limit: 20, items: [{ id: api_key.id, name: 'Clinic', last_used_at: null }] })
    expect(list.text).not.toContain(secret.slice(20))
    const { rows } = await database.pool.query('select row_to_json(k)::text as row from api_keys k')
    for (const { row } of rows) expect(row).not.toContain(secret.slice(20))
  })

  it('runs an agent for its user, and the run says that it came by the API', async () => {
    const { token, id } = await somebody()
    const agent = await addAgent(database.pool, id, document)
    const { secret } = await keyOf(token, { scopes: ['run'] })
    const ran = await call('POST', '/api/v1/workflows/execute', secret, {
      agent_id: agent.slug,
      input: { text: 'x' },
      wait_ms: 10_000,
    })
    expect(ran).toMatchObject({ status: 200, body: { data: { status: 'succeeded' } } })
    const seen = await call('GET', `/api/v1/executions/${ran.body.data.execution_id}`, secret)
    expect(seen.body.data).toMatchObject({ trigger: 'api', status: 'succeeded' })
    expect((await call('GET', '/api/v1/api-keys', token)).body.data.items[0].last_used_at).not.toBeNull()
  })

  it('does only what its scopes say', async () => {
    const { token } = await somebody()
    const { secret } = await keyOf(token, { scopes: ['read'] })
    expect((await services(secret)).status).toBe(200)
    const refused = await call('POST', '/api/v1/workflows/execute', secret, { agent_id: 'x', input: {} })
    expect(refused).toMatchObject({
      status: 403,
      body: { status: { message: 'This API key may not do this: it needs the scope run.' } },
    })
  })

  const closed = Object.entries(api).filter(([name]) => !(name in KEY_SCOPES))
  it.each(closed)('never opens %s', async (name, definition) => {
    const { secret } = key
    const url = definition.path.replace(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')
    const { status, body, text } = await call(
      definition.method,
      url,
      secret,
      definition.method === 'GET' ? undefined : {},
    )
    const refusing = definition.access.type !== 'public' || 'stale_token' in definition.access
    // What is for everybody sees a visitor.
    if (refusing && name !== 'streamExecution') {
      expect([name, status]).toEqual([name, 403])
      expect(ErrorEnvelope.parse(body).status.message).toBe('An API key cannot do this.')
    } else expect(text).not.toContain(key.email)
  })

  it('never has the rights of an admin', async () => {
    const admin = await somebody()
    await database.pool.query(`update users set role = 'super_admin' where id = $1`, [admin.id])
    const { secret } = await keyOf(admin.token)
    expect((await call('GET', '/api/v1/executions?scope=all', admin.token)).status).toBe(200)
    expect((await call('GET', '/api/v1/executions?scope=all', secret)).status).toBe(403)
    const other = await somebody()
    const agent = await addAgent(database.pool, other.id, document)
    const ran = await call('POST', '/api/v1/workflows/execute', other.token, {
      agent_id: agent.slug,
      input: { text: 'x' },
      wait_ms: 10_000,
    })
    const url = `/api/v1/executions/${ran.body.data.execution_id}`
    expect((await call('GET', url, admin.token)).status).toBe(200)
    expect((await call('GET', url, secret)).status).toBe(404)
  })

  it('is refused from the next request on when it is revoked, expired, or its user blocked or deactivated', async () => {
    const asha = await somebody()
    const revoked = await keyOf(asha.token)
    expect((await services(revoked.secret)).status).toBe(200)
    expect((await call('DELETE', `/api/v1/api-keys/${revoked.api_key.id}`, asha.token)).status).toBe(200)
    expect((await services(revoked.secret)).status).toBe(401)

    const expired = await keyOf(asha.token, { expires_in_days: 1 })
    await database.pool.query(`update api_keys set expires_at = now() where id = $1`, [expired.api_key.id])
    expect((await services(expired.secret)).status).toBe(401)

    const live = await keyOf(asha.token)
    const set = (sql: string) => database.pool.query(`update users set ${sql} where id = $1`, [asha.id])
    await set(`status = 'blocked'`)
    expect((await services(live.secret)).status).toBe(403)
    await set(`status = 'deactivated'`)
    expect((await services(live.secret)).status).toBe(403)
    await set(`status = 'active'`)
    expect((await services(live.secret)).status).toBe(200)
  })

  it('ends its open streams with it', async () => {
    const asha = await somebody()
    const { secret, api_key } = await keyOf(asha.token)
    const sessions = createSessions(database.db, identity)
    const caller = await sessions.resolve(`Bearer ${secret}`)
    expect(await sessions.stillValid(caller)).toBe(true)
    await call('DELETE', `/api/v1/api-keys/${api_key.id}`, asha.token)
    expect(await sessions.stillValid(caller)).toBe(false)
  })

  it('ends when its owner changes the password, unless they ask to keep other access', async () => {
    const { token, browser } = await signUpSomebody(identity)
    const { secret } = await keyOf(token)
    const change = (current_password: string, new_password: string, end_other_access: boolean) =>
      identity.accounts.changePassword({ current_password, new_password, end_other_access }, browser)
    browser.keep(await change(PASSWORD, 'a second password', false))
    expect((await services(secret)).status).toBe(200)
    browser.keep(await change('a second password', 'a third password', true))
    expect((await services(secret)).status).toBe(401)
  })

  it('ends with the password as well when a program changes it and says nothing of other access', async () => {
    const { token, browser } = await signUpSomebody(identity)
    const { secret } = await keyOf(token)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { cookie: browser.cookie ?? '', origin: PUBLIC_URL },
      payload: { current_password: PASSWORD, new_password: 'a second password' },
    })
    expect(answer.statusCode).toBe(200)
    expect((await services(secret)).status).toBe(401)
  })

  it('is not guessed: forged, cut, longer and strange ones are not believed', async () => {
    const { token } = await somebody()
    const { secret } = await keyOf(token)
    const last = secret.endsWith('A') ? 'B' : 'A'
    for (const forged of [
      `${secret.slice(0, -1)}${last}`,
      secret.slice(0, -1),
      `${secret}A`,
      secret.toUpperCase(),
      'chowk_',
      `chowk_${'A'.repeat(10)}_${'A'.repeat(43)}`,
      `chowk_' or 1=1 --`,
      `chowk_${'x'.repeat(100_000).slice(0, 8000)}`,
    ])
      expect([forged.slice(0, 60), (await services(forged)).status]).toEqual([forged.slice(0, 60), 401])
  })

  it('costs one statement, and one more when its use is noted', async () => {
    const { token } = await somebody()
    const { secret } = await keyOf(token)
    let statements = 0
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const sessions = createSessions(counted, identity)
    await sessions.resolve(`Bearer ${secret}`)
    await sessions.resolve(`Bearer ${secret}`)
    expect(statements).toBe(3)
  })

  it('is one of at most 20, however many are asked for at once', async () => {
    const { token } = await somebody()
    const made = await Promise.all(
      Array.from({ length: 25 }, () => call('POST', '/api/v1/api-keys', token, { name: 'x', scopes: ['run'] })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(made.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'limit_reached' }] },
    })
  })

  it.each<[string, object]>([
    ['name', { name: '', scopes: ['run'] }],
    ['name', { name: 'x'.repeat(81), scopes: ['run'] }],
    ['name', { name: 'a\u0000b', scopes: ['run'] }],
    ['scopes', { name: 'x', scopes: [] }],
    ['scopes', { name: 'x', scopes: ['run', 'run'] }],
    ['scopes.0', { name: 'x', scopes: ['admin'] }],
    ['expires_in_days', { name: 'x', scopes: ['run'], expires_in_days: 0 }],
    ['expires_in_days', { name: 'x', scopes: ['run'], expires_in_days: 1e9 }],
    ['hash', { name: 'x', scopes: ['run'], hash: 'y' }],
  ])('is not made from a bad %s (case %#)', async (field, body) => {
    const { token } = await somebody()
    const answer = await call('POST', '/api/v1/api-keys', token, body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  })

  let key: { secret: string; email: string }
  beforeAll(async () => {
    const { token, email } = await signUpSomebody(identity)
    key = { secret: (await keyOf(token)).secret, email }
  })
})

it('guesses of keys are held off after a while, the sign-ins of their address are not', async () => {
  const ask = (secret: string) =>
    app.inject({
      method: 'GET',
      url: '/api/v1/services',
      remoteAddress: '203.0.113.77',
      headers: { authorization: `Bearer ${secret}` },
    })
  let status = 0
  let guesses = 0
  while (status !== 429 && guesses < 500) {
    status = (await ask(`chowk_guess${guesses}`)).statusCode
    guesses += 1
  }
  expect(guesses).toBe(121)
  expect((await ask((await signUpSomebody(identity)).token)).statusCode).toBe(200)
})
