import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { ErrorEnvelope } from '#contract/core/envelope.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let author: Person
const webRoot = mkdtempSync(join(tmpdir(), 'chowk-web-'))
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><meta name="brand" content=""><title></title><p>the client</p>',
  )
  writeFileSync(join(webRoot, 'assets/main-Abc_12345.js'), 'export const x = 1')
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>')
  test = await createTestApp({ webRoot, requestsPerMinute: () => 60, publicUrl: 'http://localhost:3000' })
  author = await test.person('seller')
})
afterAll(async () => {
  await test.close()
  rmSync(webRoot, { recursive: true })
})

let addresses = 0
const ip = () => `203.0.113.${100 + (addresses++ % 150)}`
const post = (payload: string | Buffer, type = 'application/json') =>
  test.call('POST', '/api/v1/nodes/validate/enhanced', {
    as: author,
    payload,
    headers: { 'content-type': type },
    ip: '127.0.0.1',
  })

describe('the envelope', () => {
  it('is around every answer', async () => {
    const { body } = await test.call('GET', '/api/v1/categories', { ip: ip() })
    expect(body).toEqual({
      data: { items: [], total: 0, limit: 50, offset: 0 },
      status: {
        code: 200,
        result: 'success',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        message: 'OK',
      },
    })
  })

  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/nothing/at/all'],
    ['DELETE', '/api/v1/categories'],
    ['PATCH', '/api/v1/agents'],
    ['POST', '/'],
    ['GET', '/hooks/short'],
    ['GET', '/missing.js'],
    ['GET', '/assets/main-00000000.js'],
  ])('is around what is not there: %s %s', async (method, url) => {
    const { status, body } = await test.call(method, url, { ip: ip() })
    expect([400, 404, 405]).toContain(status)
    expect(ErrorEnvelope.parse(body).status.code).toBe(status)
  })

  it.each([
    '/api/v1/agents/%',
    '/api/v1/agents/%E0%A4%A',
    '/%',
    '/api/v1/agents/%00',
    '/api/v1/agents/..%2f..%2fetc',
    `/api/v1/agents/${'x'.repeat(5000)}`,
  ])('is around an address that is none: %s', async (url) => {
    const { status, body } = await test.call('GET', url, { ip: ip() })
    expect([400, 404, 405]).toContain(status)
    expect(ErrorEnvelope.parse(body).data).toBeNull()
  })
})

describe('a JSON body', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/vnd.chowk+json',
    'text/json',
  ])('is read as %s', async (type) => expect((await post('{"type":"if","config":{}}', type)).status).toBe(200))

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
    '',
  ])('is not read as %s', async (type) => expect((await post('{"type":"if","config":{}}', type)).status).toBe(415))

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  it.each<[string, string | Buffer, number, string]>([
    ['cut off', '{"type":', 422, 'malformed_payload'],
    ['empty', '', 400, 'invalid_input'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 422, 'malformed_payload'],
    ['nested 100,000 deep', `{"type":"if","config":{"x":${nested(100_000)}}}`, 400, 'too_deep'],
    ['over a megabyte', JSON.stringify({ type: 'if', config: { x: 'y'.repeat(1_100_000) } }), 413, 'payload_too_large'],
    ['with __proto__', '{"type":"if","config":{"__proto__":{"admin":true}}}', 400, 'reserved_key'],
    ['with a NUL', '{"type":"if","config":{"x":"a\\u0000b"}}', 400, 'invalid_input'],
    ['with half a surrogate', '{"type":"if","config":{"x":"\\ud800"}}', 400, 'invalid_input'],
    ['with an infinite number', '{"type":"if","config":{"x":1e999}}', 400, 'invalid_input'],
    ['a bare null', 'null', 400, 'invalid_input'],
    ['an array', '[]', 400, 'invalid_input'],
    ['a text', '"x"', 400, 'invalid_input'],
  ])('%s is refused with a named error', async (_case, payload, status, code) => {
    const answer = await post(payload)
    expect([answer.status, answer.body.errors[0].code]).toEqual([status, code])
    expect(ErrorEnvelope.parse(answer.body).status.code).toBe(status)
  })

  it('names the place of a bad key', async () => {
    const { body } = await post('{"type":"if","config":{"deep":[{"__proto__":1}]}}')
    expect(body.errors[0].field).toBe('config.deep.0.__proto__')
  })

  it('is not asked for where there is none', async () => {
    const { status } = await test.call('POST', '/api/v1/auth/verify', {
      as: author,
      payload: '',
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(200)
  })
})

describe('headers', () => {
  it('keep a browser from everything the product does not ask it to do', async () => {
    const { headers } = await test.call('GET', '/marketplace', { ip: ip(), headers: { accept: 'text/html' } })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toMatch(/script-src 'self'(?:;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it('let no other origin use the cookies of a reader, nor read a page', async () => {
    const from = { origin: 'https://evil.example' }
    const asked = { ...from, 'access-control-request-method': 'GET' }
    const preflight = await test.call('OPTIONS', '/api/v1/agents', { ip: ip(), headers: asked })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    const answer = await test.call('GET', '/api/v1/agents', {
      ip: ip(),
      headers: { ...from, cookie: 'chowk.session=x' },
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    const page = await test.call('GET', '/marketplace', { ip: ip(), headers: { ...from, accept: 'text/html' } })
    expect(page.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('say how an answer is compressed', async () => {
    const response = await test.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(response.rawPayload).toString()).openapi).toBe('3.1.0')
  })

  it('too large for HTTP are refused in the envelope', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const ask = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (chunk) => {
          answer += chunk
        })
        socket.on('close', () => resolve(answer)).on('error', reject)
      })
    const huge = await ask(`GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(40_000)}\r\n\r\n`)
    expect(huge).toMatch(/^HTTP\/1.1 431 /)
    expect(ErrorEnvelope.parse(JSON.parse(huge.split('\r\n\r\n')[1] ?? '')).status.code).toBe(431)
    expect(await ask('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('limits', () => {
  it('count each visitor apart, and not the machine itself', async () => {
    // What a client writes about its own address is not believed.
    const ask = (address: string, claimed = '192.0.2.1') =>
      test.call('GET', '/api/v1/categories', { ip: address, headers: { 'x-forwarded-for': claimed } })
    const answers = []
    for (let i = 0; i < 61; i++) answers.push(await ask('198.51.100.200', `192.0.2.${i}`))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(ErrorEnvelope.parse(refused[0]?.body).errors?.[0]?.code).toBe('too_many_requests')
    expect((await ask('198.51.100.201')).status).toBe(200)
    for (let i = 0; i < 70; i++) expect((await ask('127.0.0.1')).status).toBe(200)
  })

  it('hold for addresses of workflows, too', async () => {
    const ask = (path: string) => test.call('POST', path, { body: {}, ip: '198.51.100.210' })
    for (let i = 0; i < 30; i++) {
      expect((await ask(`/hooks/${'a'.repeat(32)}`)).status).toBe(404)
      expect((await ask(`/api/forms/${'a'.repeat(32)}`)).status).toBe(400)
    }
    for (const path of [`/hooks/${'a'.repeat(32)}`, `/api/forms/${'a'.repeat(32)}`])
      expect((await ask(path)).status).toBe(429)
  })
})

describe('the client', () => {
  const page = (url: string) => test.call('GET', url, { ip: ip(), headers: { accept: 'text/html' } })

  it.each([
    '/',
    '/marketplace?search=x',
    '/agent/icd10-coder',
    '/login',
    '/runs/123',
    '/my-ai-services/1',
    '/unauthorized',
  ])('is served at %s', async (url) => {
    const { status, body, headers } = await page(url)
    expect([status, body]).toEqual([200, expect.stringContaining('the client')])
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('is served with 404 at an address that is no page', async () => {
    expect(await page('/no/such/page')).toMatchObject({ status: 404, body: expect.stringContaining('the client') })
  })

  it('caches hashed files for ever', async () => {
    const { status, headers } = await page('/assets/main-Abc_12345.js')
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await page('/favicon.svg')).headers['cache-control']).toBe('public, max-age=300')
  })

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  ])('gives nothing of the disk at %s', async (url) =>
    expect((await page(url)).body).not.toMatchObject({ name: 'chowk' }),
  )
})

describe('the documentation', () => {
  interface OpenApi {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
    components: { schemas: Record<string, unknown> }
  }

  it('is OpenAPI 3.1 with every endpoint under its name, and no broken reference', async () => {
    const document: OpenApi = (await test.call('GET', '/openapi.json', { ip: ip() })).body
    expect(document.openapi).toBe('3.1.0')
    for (const [name, { method, path }] of Object.entries<EndpointDefinition>(api))
      expect([name, document.paths[path]?.[method.toLowerCase()]?.operationId]).toEqual([name, name])
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    const missing = references.filter((reference) => {
      const parts = reference.replace(/^#\//, '').split('/')
      return (
        parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document) === undefined
      )
    })
    expect(missing).toEqual([])
  })
})
