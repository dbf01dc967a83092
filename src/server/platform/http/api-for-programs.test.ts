/** What a program meets at the door: its key, the method, and refusals it can read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let person: Person
const keyWith = async (scopes: string[]): Promise<string> => {
  const made = await test.call('POST', '/api/v1/api-keys', { as: person, body: { name: 'A program', scopes } })
  return made.body.data.secret
}
beforeAll(async () => {
  test = await createTestApp()
  person = await test.person('seller')
})
afterAll(() => test.close())

describe('a key', () => {
  const get = (url: string, headers: Record<string, string>) => test.call('GET', url, { headers })

  it('tests itself and sees its balance, plan, invoices and templates, in either header', async () => {
    const key = await keyWith(['read'])
    const paths = ['credits', 'subscriptions/current', 'invoices', 'workflow-templates', 'credits/statement']
    const ways: Record<string, string>[] = [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]
    for (const headers of ways) {
      const tested = await get('/api/v1/auth/test', headers)
      expect(tested.body.data).toEqual({ authenticated: true, role: 'seller' })
      for (const path of paths) expect([path, (await get(`/api/v1/${path}`, headers)).status]).toEqual([path, 200])
    }
  })

  it.each(['chowk_abcdefghij_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'chowk_short', 'something else'])(
    'that is not known (%s) is refused everywhere, never taken for a visitor',
    async (key) => {
      for (const path of ['/api/v1/agents', '/api/v1/categories', '/api/v1/auth/test', '/api/v1/subscriptions/plans'])
        expect([path, (await get(path, { 'x-api-key': key })).status]).toEqual([path, 401])
    },
  )

  it.each([
    'chowk_abcdefghij_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'Token chowk_abcdefghij_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'Bearer  chowk_abcdefghij_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'Bearer wk_abcdefghij_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'Bearer undefined',
    'Bearer',
    `Basic ${Buffer.from('chowk_abcdefghij_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:').toString('base64')}`,
  ])('that is sent in a wrong way (%s) is refused too', async (authorization) => {
    for (const path of ['/api/v1/agents', '/api/v1/categories'])
      expect([path, (await get(path, { authorization })).status]).toEqual([path, 401])
  })

  it('is not looked for in what a browser sends on its own', async () => {
    const headers = { authorization: `Basic ${Buffer.from('clinic:password').toString('base64')}` }
    expect((await get('/api/v1/agents', headers)).status).toBe(200)
    expect((await get('/api/v1/agents', { authorization: 'Bearer a.stale.token' })).status).toBe(200)
  })

  it('that was revoked or has expired is refused on public endpoints too', async () => {
    const key = await keyWith(['read'])
    expect((await get('/api/v1/agents', { 'x-api-key': key })).status).toBe(200)
    await test.database.pool.query("update api_keys set expires_at = now() - interval '1 second'")
    expect((await get('/api/v1/agents', { authorization: `Bearer ${key}` })).status).toBe(401)
  })

  it('reads what is public without a scope of its own, and is told which scope it lacks elsewhere', async () => {
    const key = await keyWith(['read'])
    expect((await get('/api/v1/subscriptions/plans', { 'x-api-key': key })).status).toBe(200)
    const refused = await test.call('POST', '/api/v1/workflows/execute', { headers: { 'x-api-key': key }, body: {} })
    expect(refused).toMatchObject({ status: 403, body: { status: { message: expect.stringContaining('scope run') } } })
  })
})

describe('a path that exists', () => {
  it('answers 405 with the methods it has to every other method', async () => {
    const served = Object.values<EndpointDefinition>(api)
    const shape = (path: string) => path.replace(/\{\w+\}/g, '{}')
    const wrong: string[] = []
    for (const path of new Set(served.map((one) => one.path))) {
      const here = served.filter((one) => shape(one.path) === shape(path))
      if (here.some((one) => 'any_method' in one && one.any_method)) continue
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (here.some((one) => one.method === (method === 'HEAD' ? 'GET' : method))) continue
        const answer = await test.call(method, path.replace(/\{\w+\}/g, 'x'))
        const allowed = String(answer.headers.allow)
        const isRight = answer.status === 405 && here.every((one) => allowed.includes(one.method))
        const code = method === 'HEAD' ? 'method_not_allowed' : answer.body.errors?.[0].code
        if (!isRight || code !== 'method_not_allowed') wrong.push(`${method} ${path}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('answers OPTIONS with the methods it has', async () => {
    for (const [path, allow] of [
      ['/api/v1/workflows/execute', 'POST, OPTIONS'],
      ['/api/v1/agents', 'GET, POST, HEAD, OPTIONS'],
      ['/openapi.json', 'GET, HEAD, OPTIONS'],
      ['/openapi/agents.json', 'GET, HEAD, OPTIONS'],
    ]) {
      const { status, headers } = await test.call('OPTIONS', path as string)
      expect([path, status, headers.allow]).toEqual([path, 204, allow])
    }
    expect((await test.call('POST', '/openapi.json')).status).toBe(405)
  })
})

describe('a refusal', () => {
  it('is a sentence that names the field', async () => {
    const answer = await test.call('POST', '/api/v1/workflows/execute', { as: person, body: { agent_id: 'x' } })
    expect(answer.body.errors).toEqual([{ message: 'input is required', field: 'input', code: 'invalid_input' }])
    const list = await test.call('GET', '/api/v1/executions?limit=abc', { as: person })
    expect(list.body.errors[0].message).toBe('limit must be a whole number between 1 and 100')
  })
})
