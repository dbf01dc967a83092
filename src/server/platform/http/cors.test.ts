/** Pages of other sites may call with a key or a run token, and with nothing that a browser adds by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

const ORIGIN = 'https://other.example'
let test: TestApp
let person: Person
let key: string
beforeAll(async () => {
  test = await createTestApp()
  person = await test.person('seller')
  const made = await test.call('POST', '/api/v1/api-keys', { as: person, body: { name: 'Page', scopes: ['read'] } })
  key = made.body.data.secret
})
afterAll(() => test.close())

const get = (url: string, headers: Record<string, string>) =>
  test.call('GET', url, { headers: { origin: ORIGIN, ...headers } })

it('answers the question a browser asks first', async () => {
  const headers = { origin: ORIGIN, 'access-control-request-method': 'POST' }
  const answer = await test.call('OPTIONS', '/api/v1/workflows/execute', { headers })
  expect(answer.status).toBe(204)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': expect.stringContaining('idempotency-key'),
  })
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
})

it('lets a key in, and lets its page read the request id and the limits', async () => {
  const ways: Record<string, string>[] = [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]
  for (const headers of ways) {
    const answer = await get('/api/v1/agents', headers)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('x-request-id'),
      'x-request-id': expect.any(String),
    })
    expect(Number(answer.headers['x-ratelimit-limit'])).toBeGreaterThan(0)
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  }
})

it('lets a key that is limited to certain sites be used on no other one, and by programs that are no pages', async () => {
  const body = {
    name: 'One site',
    scopes: ['read'],
    allowed_origins: ['https://Clinic.example/', 'http://localhost:5173'],
  }
  const made = await test.call('POST', '/api/v1/api-keys', { as: person, body })
  expect(made.body.data.api_key.allowed_origins).toEqual(['https://clinic.example', 'http://localhost:5173'])
  const use = (origin?: string, path = '/api/v1/credits') =>
    test.call('GET', path, { headers: { 'x-api-key': made.body.data.secret, ...(origin && { origin }) } })
  expect((await use('https://clinic.example')).status).toBe(200)
  expect((await use('http://localhost:5173')).status).toBe(200)
  expect((await use()).status).toBe(200)
  for (const path of ['/api/v1/credits', '/api/v1/agents'])
    for (const origin of [ORIGIN, 'http://clinic.example', 'https://clinic.example.evil.example', 'null']) {
      const { status, headers } = await use(origin, path)
      expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 403, '*'])
    }
})

it.each([['clinic.example'], ['https://clinic.example/page'], ['ftp://clinic.example'], ['*']])(
  'takes no site called %s',
  async (origin) => {
    const body = { name: 'Wrong', scopes: ['read'], allowed_origins: [origin] }
    const answer = await test.call('POST', '/api/v1/api-keys', { as: person, body })
    expect(answer.body.errors[0]).toMatchObject({ field: 'allowed_origins.0', code: 'invalid_input' })
  },
)

it('lets a page read that its key was refused', async () => {
  const answer = await get('/api/v1/agents', { 'x-api-key': 'chowk_wrong' })
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, '*'])
})

it('lets a page read its run with the token of that run', async () => {
  const answer = await get('/api/v1/executions/00000000-0000-7000-8000-000000000000', { 'x-run-token': 'x' })
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([404, '*'])
})

it.each<[what: string, url: string, headers: () => Record<string, string>]>([
  ['a cookie', '/api/v1/agents', () => ({ cookie: 'chowk_session=1' })],
  ['the token of a session', '/api/v1/users/me', () => ({ authorization: `Bearer ${person.token}` })],
  ['nothing', '/api/v1/agents', () => ({})],
  ['a run token where there is no run', '/api/v1/agents', () => ({ 'x-run-token': 'x' })],
  ['a key, to sign-in', '/api/auth/get-session', () => ({ 'x-api-key': key })],
])('lets no other site in with %s', async (_what, url, headers) => {
  expect((await get(url, headers())).headers['access-control-allow-origin']).toBeUndefined()
})

it('opens sign-in to no other site', async () => {
  const headers = { origin: ORIGIN, 'access-control-request-method': 'POST' }
  const answer = await test.call('OPTIONS', '/api/auth/sign-in/email', { headers })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})
