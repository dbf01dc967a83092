import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { buildAddress, createClient, type EndpointTable } from './client.ts'

const table: EndpointTable = {
  open: ['GET', '/api/v1/agents', 1],
  mine: ['GET', '/api/v1/services/{id}', 0],
  save: ['POST', '/api/v1/services', 0],
  health: ['GET', '/api/v1/health', 1, 5000, 'raw'],
  file: ['GET', '/api/v1/files/{id}', 1, 5000, 'file'],
  slow: ['GET', '/api/v1/slow', 1, 20],
}

const good = (data: unknown) =>
  Response.json({ data, status: { code: 200, result: 'success', timestamp: 'now', message: 'OK' } })
const bad = (status: number) =>
  Response.json({ data: null, status: { code: status, result: 'error', timestamp: 'now', message: 'no' } }, { status })

function setUp(answers: (() => Response | Promise<Response>)[], tokens: (string | null)[] = []) {
  const left = [...answers]
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const next = left.shift()
    if (!next) throw new Error('One call too many')
    return next()
  })
  const given = [...tokens]
  const token = vi.fn(async (_force: boolean) => given.shift() ?? null)
  const failed = vi.fn()
  const call = createClient({ table, token, fetch, failed })
  const sent = (n: number) => fetch.mock.calls[n]?.[1] ?? {}
  const header = (n: number, name: string) => new Headers(sent(n).headers).get(name)
  return { call, fetch, token, failed, sent, header }
}

it('lets a call outlive its page only where that is asked for', async () => {
  const { call, sent } = setUp([() => good(1), () => good(1)], ['t', 't'])
  await call('save', { body: {} }, { keepalive: true })
  await call('save', { body: {} })
  expect([sent(0).keepalive, sent(1).keepalive]).toEqual([true, false])
})

describe('buildAddress', () => {
  it('fills the path and leaves out what is absent or empty', () => {
    expect(buildAddress('/a/{id}/b', { params: { id: 'x/y ?' } })).toBe('/a/x%2Fy%20%3F/b')
    const query = { search: 'medical & legal', page: 2, category: undefined, sort: '', price: null }
    expect(buildAddress('/a', { query })).toBe('/a?search=medical+%26+legal&page=2')
  })
  it('refuses a path without its parameter', () => {
    expect(() => buildAddress('/a/{id}', {})).toThrow('needs id')
  })
})

describe('call', () => {
  it('sends no token when nobody is signed in, and opens the envelope', async () => {
    const { call, header, fetch } = setUp([() => good({ agents: [] })])
    await expect(call('open', { query: { page: 1 } })).resolves.toEqual({ agents: [] })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/v1/agents?page=1')
    expect(header(0, 'authorization')).toBeNull()
    expect(header(0, 'content-type')).toBeNull()
  })

  it('sends the bearer token, the run token and JSON', async () => {
    const { call, sent, header } = setUp([() => good(1)], ['t1'])
    await call('save', { body: { name: 'A' } }, { runToken: 'r1' })
    expect(header(0, 'authorization')).toBe('Bearer t1')
    expect(header(0, 'x-run-token')).toBe('r1')
    expect(header(0, 'content-type')).toBe('application/json')
    expect(sent(0)).toMatchObject({ method: 'POST', body: '{"name":"A"}' })
  })

  it('leaves the content type of a form to the browser', async () => {
    const { call, header } = setUp([() => good(1)], ['t1'])
    await call('save', { body: new FormData() })
    expect(header(0, 'content-type')).toBeNull()
  })

  it('does not send a call that needs a token when there is none', async () => {
    const { call, fetch, failed } = setUp([])
    await expect(call('mine', { params: { id: '1' } })).rejects.toThrow('Authentication token unavailable')
    expect(fetch).not.toHaveBeenCalled()
    expect(failed).toHaveBeenCalledOnce()
  })

  it.each([401, 403])('tries once more with a fresh token after %i', async (status) => {
    const { call, token, header } = setUp([() => bad(status), () => good('mine')], ['old', 'fresh'])
    await expect(call('mine', { params: { id: '1' } })).resolves.toBe('mine')
    expect(token.mock.calls.map(([force]) => force)).toEqual([false, true])
    expect(header(1, 'authorization')).toBe('Bearer fresh')
  })

  it('gives up when the second try is refused too', async () => {
    const { call, fetch } = setUp([() => bad(403), () => bad(403)], ['old', 'fresh'])
    await expect(call('mine', { params: { id: '1' } })).rejects.toMatchObject({
      status: 403,
      message: 'You do not have permission to access this resource.',
    })
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('does not try again without a token, or after another status', async () => {
    const visitor = setUp([() => bad(401)])
    await expect(visitor.call('open')).rejects.toMatchObject({ status: 401 })
    const user = setUp([() => bad(500)], ['t'])
    await expect(user.call('open')).rejects.toMatchObject({ status: 500, category: 'SERVER_ERROR' })
    expect(user.fetch).toHaveBeenCalledOnce()
  })

  it('answers a raw body and a file as they are', async () => {
    const { call } = setUp([() => Response.json({ status: 'healthy' }), () => new Response('PDF')])
    await expect(call('health')).resolves.toEqual({ status: 'healthy' })
    const file = await call('file', { params: { id: '1' } })
    expect(file).toBeInstanceOf(Blob)
  })

  it('refuses an answer that does not wear the envelope', async () => {
    const { call } = setUp([() => new Response('<html>')])
    await expect(call('open')).rejects.toThrow('Response is not in standardized format')
  })

  it('says that there was no answer, and when the time was up', async () => {
    const lost = setUp([() => Promise.reject(new TypeError('fetch failed'))])
    await expect(lost.call('open')).rejects.toMatchObject({ status: null, category: 'CONNECTION_REFUSED' })
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const late = createClient({ table, token: async () => null, fetch })
    await expect(late('slow')).rejects.toMatchObject({ status: null, category: 'TIMEOUT' })
  })

  it('passes the abort of the caller on, and logs no error of it', async () => {
    const abort = new AbortController()
    const { call, failed } = setUp([
      () => {
        abort.abort()
        return Promise.reject(abort.signal.reason)
      },
    ])
    const outcome = await call('open', {}, { signal: abort.signal }).catch((error: unknown) => error)
    expect(outcome).not.toBeInstanceOf(ApiError)
    expect(failed).not.toHaveBeenCalled()
  })
})
