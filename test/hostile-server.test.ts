/** The client against a server that is down, slow, or answers something else than it should: the texts of §8, and nothing else. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { createClient, type EndpointTable } from '#web/api/client.ts'
import { friendly } from '#web/api/friendly.ts'

const ok = { code: 200, result: 'success', timestamp: '2026-01-31T09:30:00.000Z', message: 'OK' }
const PAGE = '<!doctype html><title>Bad gateway</title><h1>nginx</h1>'
const send = (answer: ServerResponse, status: number, type: string, body: string) =>
  void answer.writeHead(status, { 'content-type': type }).end(body)

/** What the server does at each path. */
const SCRIPT: Record<string, (answer: ServerResponse) => void> = {
  '/good': (answer) => send(answer, 200, 'application/json', JSON.stringify({ data: 1, status: ok })),
  '/html': (answer) => send(answer, 200, 'text/html', PAGE),
  '/raw-html': (answer) => send(answer, 200, 'text/html', PAGE),
  '/bad-gateway': (answer) => send(answer, 502, 'text/html', PAGE),
  '/error-html': (answer) => send(answer, 500, 'text/html', PAGE),
  '/api/v1/platforms/status': (answer) => send(answer, 500, 'text/html', PAGE),
  '/teapot': (answer) => send(answer, 418, 'text/html', PAGE),
  '/detail': (answer) => send(answer, 409, 'application/json', '{"detail":"Somebody else was quicker"}'),
  '/half': (answer) => send(answer, 200, 'application/json', '{"data": {"agents": [{"id": "1"'),
  '/empty': (answer) => send(answer, 200, 'application/json', ''),
  '/null': (answer) => send(answer, 200, 'application/json', 'null'),
  '/cut': (answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    answer.write('{"data":')
    setImmediate(() => answer.destroy())
  },
  '/hang': () => {},
  '/slow-body': (answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.write('{"data":')
  },
  '/warning': (answer) =>
    send(
      answer,
      200,
      'application/json',
      JSON.stringify({ data: 1, status: { ...ok, result: 'warning', message: '' } }),
    ),
}
/** Soon over where nothing comes; long enough on a busy machine everywhere else. */
const limit = (path: string): number => (['/hang', '/slow-body'].includes(path) ? 250 : 10_000)
const table: EndpointTable = {
  ...Object.fromEntries(Object.keys(SCRIPT).map((path) => [path, ['GET', path, 1, limit(path)] as const])),
  '/raw-html': ['GET', '/raw-html', 1, limit('/raw-html'), 'raw'],
}

const server = createServer(({ url = '' }, answer) => SCRIPT[url]?.(answer))
let base = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const clientOf = (origin: () => string) =>
  createClient({ table, token: async () => null, fetch: (path, init) => fetch(origin() + String(path), init) })
const failure = async (path: string, origin = () => base): Promise<ApiError> => {
  const error = await clientOf(origin)(path).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error(`${path} did not fail with an ApiError`)
}

const NOT_STANDARD = 'Response is not in standardized format'
const AWAY = 'Service temporarily unavailable. Please try again later.'
const NETWORK = 'Network error - please check your connection'

describe('the client', () => {
  it('reads a good answer', async () => {
    await expect(clientOf(() => base)('/good')).resolves.toBe(1)
  })

  it.each([
    ['/html', 200, NOT_STANDARD],
    ['/raw-html', 200, NOT_STANDARD],
    ['/half', 200, NOT_STANDARD],
    ['/empty', 200, NOT_STANDARD],
    ['/null', 200, NOT_STANDARD],
    ['/bad-gateway', 502, AWAY],
    ['/error-html', 500, 'Server error. Please try again later.'],
    ['/api/v1/platforms/status', 500, 'Platform service temporarily unavailable. Please try again later.'],
    ['/teapot', 418, 'Server error'],
    ['/detail', 409, 'Somebody else was quicker'],
    ['/warning', 200, 'An error occurred'],
    ['/cut', null, NETWORK],
    ['/hang', null, NETWORK],
    ['/slow-body', null, NETWORK],
  ])('at %s fails with status %s and "%s"', async (path, status, message) => {
    expect(await failure(path)).toMatchObject({ status, message })
  })

  it.each([
    ['/hang', 'TIMEOUT', true],
    ['/cut', 'CONNECTION_REFUSED', true],
    ['/bad-gateway', 'SERVER_ERROR', true],
    ['/html', 'UNKNOWN', false],
  ])('at %s says category %s, retryable %s', async (path, category, retryable) => {
    expect(await failure(path)).toMatchObject({ category, retryable })
  })

  it('says that nothing listens, and that a name has no address', async () => {
    expect(await failure('/good', () => 'http://127.0.0.1:1')).toMatchObject({ status: null, message: NETWORK })
    const unknown = await failure('/good', () => 'http://no-such-host.invalid')
    expect(unknown).toMatchObject({ message: NETWORK, category: 'DNS_ERROR' })
    expect(friendly(unknown)).toBe('Connection problem. Please check your internet and try again.')
  })

  it('never shows what a broken server wrote', async () => {
    for (const path of Object.keys(SCRIPT).filter((one) => one !== '/good'))
      expect(`${(await failure(path)).message} ${friendly(await failure(path))}`).not.toMatch(/nginx|<|\{/)
  })
})
