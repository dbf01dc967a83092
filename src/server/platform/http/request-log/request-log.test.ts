/** What is written of requests: found again by their id, and without anything that was typed into them. */

import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, METRICS_TOKEN, type Person, type TestApp } from '#test/support/app.ts'

type Line = Record<string, unknown>

let test: TestApp
let seller: Person
let admin: Person
const access: Line[] = []
const security: (Line & { grave: boolean })[] = []
const requestLines = {
  access: (line: object) => void access.push(line as Line),
  security: (line: object, grave: boolean) => void security.push({ ...(line as Line), grave }),
}
beforeAll(async () => {
  test = await createTestApp({ requestLines, trustProxy: ['192.0.2.0/24'] })
  seller = await test.person('seller')
  admin = await test.person('admin')
})
afterAll(() => test.close())
afterEach(() => {
  access.length = 0
  security.length = 0
})

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const lastLine = () => access.at(-1)

describe('the id of a request', () => {
  it('is in the answer, in the envelope of an error and in the log', async () => {
    const answer = await test.call('GET', '/api/v1/nothing', { as: seller })
    expect(answer.status).toBe(404)
    expect(answer.body.request_id).toMatch(UUID)
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id)
    expect(lastLine()).toMatchObject({ request_id: answer.body.request_id, status: 404, error: 'not_found' })
    expect((await test.call('GET', '/api/v1/categories')).headers['x-request-id']).toMatch(UUID)
    expect((await test.call('GET', '/livez')).headers['x-request-id']).toMatch(UUID)
  })

  it('is taken from a trusted proxy if it is well-formed, and from nobody else', async () => {
    const idOf = async (given: string, ip: string) =>
      (await test.call('GET', '/api/v1/categories', { headers: { 'x-request-id': given }, ip })).headers['x-request-id']
    expect(await idOf('5f2c8d7e9b1a4c3d', '192.0.2.1')).toBe('5f2c8d7e9b1a4c3d')
    expect(await idOf('5f2c8d7e9b1a4c3d', '203.0.113.9')).toMatch(UUID)
    for (const hostile of [
      ...[
        '',
        'short',
        'x'.repeat(101),
        'Root=1-67891233',
        '<script>alert(1)</script>',
        'a b c d e f g h',
        '-evil-evil-',
      ],
      'ünïcödé-evil',
    ])
      expect(await idOf(hostile, '192.0.2.1')).toMatch(UUID)
  })

  it('is told of what Node itself refuses', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('this is no HTTP\r\n\r\n'))
      let text = ''
      socket.on('data', (data) => {
        text += data.toString()
      })
      socket.on('close', () => resolve(text))
    })
    const id = /X-Request-Id: (\S+)/.exec(answer)?.[1]
    expect(id).toMatch(UUID)
    expect(JSON.parse(answer.slice(answer.indexOf('{'))).request_id).toBe(id)
    expect(lastLine()).toMatchObject({ route: '(malformed)', status: 400, request_id: id })
  })
})

describe('the access log', () => {
  it('has one line of each request, with the pattern of its route', async () => {
    await test.call('GET', `/api/v1/agents/${'01890000-0000-7000-8000-000000000000'}?secret=1`, { as: seller })
    expect(access).toHaveLength(1)
    expect(lastLine()).toEqual({
      type: 'access',
      request_id: expect.stringMatching(UUID),
      method: 'GET',
      route: '/api/v1/agents/{id}',
      status: 404,
      ms: expect.any(Number),
      error: 'not_found',
      caller: 'user',
      caller_id: seller.id,
      address: '203.0.113.9',
      bytes: expect.any(Number),
    })
    await test.call('GET', '/marketplace')
    expect(lastLine()).toMatchObject({ route: '/marketplace', caller: 'unknown', caller_id: null })
    await test.call('GET', '/agent/a-name-of-an-agent')
    expect(lastLine()).toMatchObject({ route: '/agent/{id}' })
    await test.call('GET', '/wp-login.php')
    expect(lastLine()).toMatchObject({ route: '(none)', status: 404 })
    await test.call('GET', '/api/v1/categories')
    expect(lastLine()).toMatchObject({ caller: 'visitor', caller_id: expect.stringMatching(/^[\w-]{10,}$/) })
  })

  it('counts the bytes of an answer', async () => {
    const { port } = test.app.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`)
    const { length } = await answer.arrayBuffer().then((body) => new Uint8Array(body))
    await expect.poll(() => lastLine()?.route).toBe('/openapi.json')
    // Packed on the way, and with its headers.
    expect(lastLine()?.bytes).toBeGreaterThan(10_000)
    expect(lastLine()?.bytes).toBeLessThan(length)
  })

  it('has a line of a request whose client left', async () => {
    const { port } = test.app.server.address() as AddressInfo
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          'POST /api/v1/errors/report HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
        )
        setTimeout(() => socket.destroy(), 50)
      })
      socket.on('close', () => resolve())
    })
    await expect.poll(() => access.map(({ route }) => route)).toContain('/api/v1/errors/report')
  })
})

const SECRETS = {
  query: 'secret-in-query-1f9b',
  path: 'secret-in-path-7c1d',
  hook: 'secret-in-hook-92ab',
  form: 'secret-in-form-5e0c',
  body: 'secret-in-body-33aa',
  password: 'secret-password-88de',
  header: 'secret-in-header-61ff',
  cookie: 'secret-in-cookie-04ce',
  bearer: 'secret.in.bearer-a3b1',
  key: 'chowk_secret_in_key_b2c3',
  agent: 'secret-in-agent-d4e5',
  basic: Buffer.from('user:secret-in-basic-f6a7').toString('base64'),
}

it('writes no body, no query, no token and no password, wherever they are sent', async () => {
  const s = SECRETS
  const headers = {
    'x-custom': s.header,
    cookie: `a=${s.cookie}`,
    'user-agent': s.agent,
    referer: `https://x.test/?${s.query}`,
  }
  const ask = (method: string, url: string, more: object = {}) => test.call(method, url, { headers, ...more })
  await ask('GET', `/api/v1/agents?search=${s.query}`)
  await ask('GET', `/api/v1/agents/${s.path}`)
  await ask('POST', `/hooks/${s.hook}`, { body: { text: s.body } })
  await ask('GET', `/forms/${s.form}?${s.query}`)
  await ask('GET', `/reset-password?token=${s.query}`)
  await ask('GET', `/unknown/${s.path}/${s.hook}?x=${s.query}`)
  await ask('GET', `/${s.path}.php?x=${s.query}`)
  await ask('GET', `/assets/${s.path}.js`)
  await ask('POST', '/api/auth/sign-in/email', { body: { email: `${s.body}@x.test`, password: s.password } })
  await ask('POST', '/api/v1/errors/report', { body: { error: s.body } })
  await ask('POST', '/api/v1/contact', {
    payload: `{"message": "${s.body}`,
    headers: { 'content-type': 'application/json' },
  })
  for (const authorization of [`Bearer ${s.bearer}`, `Bearer ${s.key}`, `Basic ${s.basic}`])
    await ask('GET', '/api/v1/users/me', { headers: { authorization } })
  await ask('GET', '/api/v1/users/me', { headers: { 'x-api-key': s.key } })
  await ask('GET', `/metrics?token=${s.query}`, { headers: { authorization: `Bearer ${s.bearer}` } })
  await ask('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  await ask('GET', `/%zz${s.path}?${s.query}`)
  await ask('PUT', `/api/v1/categories?${s.query}`, { body: { a: s.body } })
  expect(access.length).toBeGreaterThan(15)
  const written = JSON.stringify([access, security])
  for (const secret of [...Object.values(s), METRICS_TOKEN]) expect(written).not.toContain(secret)
})

describe('security events', () => {
  const events = () => security.map(({ event }) => event)

  it('tell of refusals, with the code and who was refused', async () => {
    await test.call('GET', '/api/v1/admin/outbox', { as: admin })
    await test.call('GET', '/api/v1/admin/outbox')
    expect(security).toEqual([
      expect.objectContaining({
        type: 'security',
        event: 'refused',
        status: 403,
        error: 'forbidden',
        caller_id: admin.id,
      }),
      expect.objectContaining({ event: 'refused', status: 401, error: 'unauthenticated', caller: 'visitor' }),
    ])
  })

  it('tell of changed roles and blocked accounts as grave, with whom they were done to', async () => {
    const person = await test.person('basic_user')
    await test.call('PUT', `/api/v1/users/${person.id}/role`, { as: admin, body: { role: 'seller' } })
    await test.call('POST', `/api/v1/user-management/${person.id}/block`, { as: admin, body: { reason: 'Spam' } })
    const by = { caller_id: admin.id, target_id: person.id, grave: true }
    expect(security).toEqual([
      expect.objectContaining({ ...by, event: 'role_changed', status: 200 }),
      expect.objectContaining({ ...by, event: 'account_blocked', status: 200 }),
    ])
    expect(JSON.stringify(security)).not.toContain('Spam')
  })

  it('say nothing of a change that was refused but that it was', async () => {
    await test.call('PUT', `/api/v1/users/${admin.id}/role`, { as: seller, body: { role: 'super_admin' } })
    expect(events()).toEqual(['refused'])
  })

  it('tell of the use of an API key, once a minute', async () => {
    const made = await test.call('POST', '/api/v1/api-keys', {
      as: seller,
      body: { name: 'A program', scopes: ['read'] },
    })
    expect(events()).toEqual(['key_created'])
    const { secret } = made.body.data
    for (let n = 0; n < 3; n++)
      await test.call('GET', '/api/v1/executions', { headers: { authorization: `Bearer ${secret}` } })
    expect(events().filter((event) => event === 'key_used')).toHaveLength(1)
    expect(access.at(-1)).toMatchObject({ caller: 'key', caller_id: seller.id, key_id: expect.any(String) })
    expect(JSON.stringify([access, security])).not.toContain(secret)
  })
})
