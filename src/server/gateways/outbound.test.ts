import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { HttpRequest, HttpResponse } from '#nodes/ports.ts'
import { TEST_CA, TEST_CERTIFICATE, TEST_KEY } from '#test/support/certificate.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts'

const open: { close(): void }[] = []
const clients: Outbound[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})
afterAll(() => {
  for (const server of open) server.close()
})

const listening = async (server: Server): Promise<number> => {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const serve = (listener: RequestListener): Promise<number> => listening(createServer(listener))
const answering = (body: string | Buffer, headers: Record<string, string> = {}) =>
  serve((_request, response) => response.writeHead(200, headers).end(body))

const client = (options: OutboundOptions): Outbound => {
  const made = createOutbound(options)
  clients.push(made)
  return made
}
const allowing = (...ports: number[]) => client({ allow: ports.map((port) => `127.0.0.1:${port}`), maxBytes: 100_000 })
const never = new AbortController().signal
const get = (outbound: Outbound, url: string, more: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
  outbound.http({ method: 'GET', url, headers: {}, body: null, timeout_ms: 5000, ...more }, never)
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (cause: { code?: string }) => cause.code ?? String(cause),
  )
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
const echo = async (request: IncomingMessage, response: ServerResponse) => {
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, headers, body: await bodyOf(request) }))
}

describe('a call', () => {
  it('sends what it is given and reads what comes', async () => {
    const port = await serve(echo)
    const response = await get(allowing(port), `http://127.0.0.1:${port}/a/b?c=ü`, {
      method: 'POST',
      headers: { 'X-Key': 'k', 'Content-Type': 'text/plain' },
      body: 'größe',
    })
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('application/json')
    expect(JSON.parse(response.body)).toMatchObject({
      method: 'POST',
      url: '/a/b?c=%C3%BC',
      body: 'größe',
      headers: { 'x-key': 'k', 'content-length': '7', host: `127.0.0.1:${port}` },
    })
  })
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)('can be %s', async (method) => {
    const port = await serve(echo)
    const { body } = await get(allowing(port), `http://127.0.0.1:${port}`, { method })
    expect(JSON.parse(body).method).toBe(method)
  })
  it('reads no body of HEAD, 204 and 304', async () => {
    const port = await serve((request, response) =>
      response.writeHead(Number(request.url?.slice(1)), { 'x-a': 'b' }).end(),
    )
    const outbound = allowing(port)
    for (const path of ['204', '304'])
      expect(await get(outbound, `http://127.0.0.1:${port}/${path}`)).toMatchObject({ body: '' })
    expect(await get(outbound, `http://127.0.0.1:${port}/200`, { method: 'HEAD' })).toMatchObject({
      status: 200,
      headers: { 'x-a': 'b' },
    })
  })
  it('uses one connection again and again', async () => {
    const ports = new Set<number | undefined>()
    const port = await serve((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('x')
    })
    const outbound = allowing(port)
    for (let i = 0; i < 10; i++) await get(outbound, `http://127.0.0.1:${port}`)
    expect(ports.size).toBe(1)
  })
  it('continues when a kept connection was closed meanwhile', async () => {
    const server = createServer((_request, response) => response.end('x'))
    const port = await listening(server)
    const outbound = allowing(port)
    await get(outbound, `http://127.0.0.1:${port}`)
    server.closeAllConnections()
    expect((await get(outbound, `http://127.0.0.1:${port}`)).body).toBe('x')
  })
  it.each([true, undefined])('sends what must be sent once (%s) a second time only where it need not', async (once) => {
    let writes = 0
    const port = await serve((request, response) => {
      if (request.method === 'GET') return void response.end('x')
      writes++
      // Carried out, and the answer is lost.
      return void response.destroy()
    })
    const outbound = allowing(port)
    await get(outbound, `http://127.0.0.1:${port}`)
    const write = { method: 'POST', body: 'x', headers: { 'idempotency-key': 'k' }, ...(once && { once }) } as const
    await expect(get(outbound, `http://127.0.0.1:${port}`, write)).rejects.toMatchObject({ code: 'http_failed' })
    expect(writes).toBe(once ? 1 : 2)
    // The connection that was kept is still there for others.
    expect((await get(outbound, `http://127.0.0.1:${port}`)).body).toBe('x')
  })
  it.each<[string, Buffer]>([
    ['gzip', gzipSync('words')],
    ['x-gzip', gzipSync('words')],
    ['deflate', deflateSync('words')],
    ['br', brotliCompressSync('words')],
    ['zstd', zstdCompressSync('words')],
    ['identity', Buffer.from('words')],
    ['deflate, gzip', gzipSync(deflateSync('words'))],
    ['GZIP', gzipSync('words')],
  ])('inflates %s', async (encoding, body) => {
    const port = await answering(body, { 'content-encoding': encoding })
    expect((await get(allowing(port), `http://127.0.0.1:${port}`)).body).toBe('words')
  })
  it('decodes the charset it is told, and takes an unknown one for UTF-8', async () => {
    const latin = await answering(Buffer.from('größe', 'latin1'), { 'content-type': 'text/plain; charset=ISO-8859-1' })
    expect((await get(allowing(latin), `http://127.0.0.1:${latin}`)).body).toBe('größe')
    const unknown = await answering('größe', { 'content-type': 'text/plain; charset=klingon' })
    expect((await get(allowing(unknown), `http://127.0.0.1:${unknown}`)).body).toBe('größe')
  })
  it('ignores the proxy settings of the environment', async () => {
    process.env.http_proxy = process.env.HTTP_PROXY = 'http://127.0.0.1:1'
    const port = await answering('direct')
    expect((await get(allowing(port), `http://127.0.0.1:${port}`)).body).toBe('direct')
    delete process.env.http_proxy
    delete process.env.HTTP_PROXY
  })
})

describe('the guard', () => {
  it('keeps a fresh client away from this machine: nothing arrives', async () => {
    let hits = 0
    const port = await serve((_request, response) => {
      hits++
      response.end()
    })
    const outbound = client({})
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '0x7f.1'])
      expect(await codeOf(get(outbound, `http://${host}:${port}`))).toBe('url_refused')
    expect(hits).toBe(0)
  })
  it('asks the name server once and connects where it looked', async () => {
    const port = await answering('pinned')
    let asked = 0
    const outbound = client({
      allow: [`rebind.example:${port}`],
      resolve: async () => [{ address: ++asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }],
    })
    expect((await get(outbound, `http://rebind.example:${port}`)).body).toBe('pinned')
    expect(asked).toBe(1)
  })
  it('is not fooled by a name that moves between two looks', async () => {
    let [hits, asked] = [0, 0]
    const port = await serve((_request, response) => {
      hits++
      response.end()
    })
    const outbound = client({
      resolve: async () => [{ address: asked++ % 2 === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 }],
    })
    const codes = await Promise.all(
      Array.from({ length: 200 }, () => codeOf(get(outbound, `http://flip.example:${port}`, { timeout_ms: 300 }))),
    )
    expect(new Set(codes)).toEqual(new Set(['url_refused']))
    expect(hits).toBe(0)
  })
  it('does not use a kept connection for a name that has moved', async () => {
    const port = await answering('first place')
    let address = '127.0.0.1'
    const outbound = client({ allow: [`moving.example:${port}`], resolve: async () => [{ address, family: 4 }] })
    expect((await get(outbound, `http://moving.example:${port}`)).body).toBe('first place')
    address = '127.0.0.9'
    const second = await codeOf(get(outbound, `http://moving.example:${port}`, { timeout_ms: 1000 }))
    expect(second).not.toBe('answered')
  })
  it('waits for a name server no longer than it may', async () => {
    const outbound = client({ resolve: () => new Promise(() => {}) })
    expect(await codeOf(get(outbound, 'http://slow.example', { timeout_ms: 50 }))).toBe('http_timeout')
  })
  it('checks the name in the certificate although the address is pinned', async () => {
    const server = createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_request, response) =>
      response.end('safe'),
    )
    const port = await listening(server)
    const options = {
      allow: [`good.test:${port}`, `evil.test:${port}`],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    }
    expect((await get(client({ ...options, ca: TEST_CA }), `https://good.test:${port}`)).body).toBe('safe')
    expect(await codeOf(get(client({ ...options, ca: TEST_CA }), `https://evil.test:${port}`))).toBe('http_failed')
    expect(await codeOf(get(client(options), `https://good.test:${port}`))).toBe('http_failed')
  })
})

describe('redirects', () => {
  const redirecting = (location: string, status = 302) =>
    serve((_request, response) => response.writeHead(status, { location }).end())
  it.each([
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:169.254.169.254]/',
    'http://0xa9fea9fe/',
    '//169.254.169.254/',
    'https://10.0.0.1/',
    'http://localhost/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://x/',
    'http://user:pass@example.com/',
    'http://exa\tmple.com/',
  ])('to %s are refused', async (location) => {
    const port = await redirecting(location)
    expect(await codeOf(get(allowing(port), `http://127.0.0.1:${port}`))).toBe('url_refused')
  })
  it.each([301, 302, 303, 307, 308])('with %i are followed, with the method HTTP asks for', async (status) => {
    const port = await serve((request, response) => {
      if (request.url === '/') response.writeHead(status, { location: '/next' }).end()
      else void echo(request, response)
    })
    const { body } = await get(allowing(port), `http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })
    const kept = status >= 307
    expect(JSON.parse(body)).toMatchObject({ method: kept ? 'POST' : 'GET', body: kept ? 'x' : '', url: '/next' })
  })
  it('to another host carry no secrets', async () => {
    const there = await serve(echo)
    const here = await redirecting(`http://127.0.0.1:${there}/`, 307)
    const headers = { authorization: 'Bearer s', cookie: 'a=b', 'x-api-key': 'k', accept: 'text/html' }
    const { body } = await get(allowing(here, there), `http://127.0.0.1:${here}`, { headers })
    const received = JSON.parse(body).headers
    expect(received.accept).toBe('text/html')
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(received[name]).toBeUndefined()
  })
  it('end after five', async () => {
    let hits = 0
    const port = await serve((_request, response) => {
      hits++
      response.writeHead(302, { location: '/again' }).end()
    })
    expect(await codeOf(get(allowing(port), `http://127.0.0.1:${port}`))).toBe('http_failed')
    expect(hits).toBe(6)
  })
  it('without a place are answers', async () => {
    const port = await serve((_request, response) => response.writeHead(302).end('x'))
    expect(await get(allowing(port), `http://127.0.0.1:${port}`)).toMatchObject({ status: 302, body: 'x' })
  })
})

describe('bounds', () => {
  const big = Buffer.alloc(50_000_000)
  it.each<[string, Record<string, string>, () => Buffer]>([
    ['a long body', {}, () => Buffer.alloc(100_001)],
    ['a long body told before', { 'content-length': '100001' }, () => Buffer.alloc(100_001)],
    ['a gzip bomb', { 'content-encoding': 'gzip' }, () => gzipSync(big)],
    [
      'a brotli bomb',
      { 'content-encoding': 'br' },
      () => brotliCompressSync(big, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
    ['a zstd bomb', { 'content-encoding': 'zstd' }, () => zstdCompressSync(big)],
    ['a bomb in a bomb', { 'content-encoding': 'gzip, gzip' }, () => gzipSync(gzipSync(big))],
  ])('%s is cut', async (_name, headers, make) => {
    const port = await answering(make(), headers)
    const before = process.memoryUsage().rss
    expect(await codeOf(get(allowing(port), `http://127.0.0.1:${port}`))).toBe('response_too_large')
    expect(process.memoryUsage().rss - before).toBeLessThan(64_000_000)
  })
  it.each<[string, Record<string, string>]>([
    ['a thousand encodings', { 'content-encoding': Array(1000).fill('gzip').join() }],
    ['an unknown encoding', { 'content-encoding': 'rot13' }],
    ['an encoding named like a prototype', { 'content-encoding': '__proto__' }],
    ['a lie about its encoding', { 'content-encoding': 'gzip' }],
  ])('%s is refused', async (_name, headers) => {
    const port = await answering('not encoded at all', headers)
    expect(await codeOf(get(allowing(port), `http://127.0.0.1:${port}`))).toBe('http_failed')
  })
  it.each<[string, RequestListener]>([
    ['no answer', () => {}],
    ['an answer without an end', (_request, response) => response.write('x')],
    [
      'a slow body',
      (_request, response) => {
        const timer = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('%s ends in time', async (_name, listener) => {
    const port = await serve(listener)
    // Nothing but the time-out ends these.
    expect(await codeOf(get(allowing(port), `http://127.0.0.1:${port}`, { timeout_ms: 150 }))).toBe('http_timeout')
  })
  it.each<[string, string]>([
    ['no HTTP', 'hello\r\n\r\n'],
    ['an endless header', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`],
    ['two thousand headers', `HTTP/1.1 200 OK\r\n${'X-Y: z1234567890\r\n'.repeat(4000)}\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy'],
    [
      'length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
    ],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'],
    ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nxy'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['nothing', ''],
  ])('%s is a named failure', async (_name, bytes) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.end(bytes)
    }) as unknown as Server
    const port = await listening(server)
    expect(await codeOf(get(allowing(port), `http://127.0.0.1:${port}`, { timeout_ms: 1000 }))).toBe('http_failed')
  })
  it('a header named __proto__ changes nothing', async () => {
    const port = await serve((_request, response) => response.setHeader('__proto__', 'x').setHeader('a', 'b').end())
    const { headers } = await get(allowing(port), `http://127.0.0.1:${port}`)
    expect(headers.a).toBe('b')
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype)
  })
  it('an aborted call ends with the reason, and its connection is closed', async () => {
    let closed: () => void = () => {}
    const gone = new Promise<void>((resolve) => {
      closed = resolve
    })
    const abort = new AbortController()
    const port = await serve((request) => {
      request.socket.on('close', closed)
      abort.abort('enough')
    })
    const call = { method: 'GET', url: `http://127.0.0.1:${port}`, headers: {}, body: null, timeout_ms: 5000 } as const
    await expect(allowing(port).http(call, abort.signal)).rejects.toBe('enough')
    await gone
    await expect(allowing(port).http(call, abort.signal)).rejects.toBe('enough')
  })
})

describe('headers', () => {
  it.each<[string, string]>([
    ['x', 'a\r\nHost: evil'],
    ['x', 'a\nb'],
    ['x', 'a\0b'],
    ['x', '€'],
    ['x\r\ny', 'a'],
    ['x y', 'a'],
    ['', 'a'],
    ['x:', 'a'],
    ['Host', 'evil'],
    ['HOST', 'evil'],
    ['Content-Length', '0'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'x'],
    ['Upgrade', 'x'],
    ['Proxy-Authorization', 'x'],
    ['Expect', '100-continue'],
    ['x', 'y'.repeat(40_000)],
  ])('%j: %j is refused', async (name, value) => {
    const port = await answering('x')
    const headers = { [name]: value }
    expect(await codeOf(get(allowing(port), `http://127.0.0.1:${port}`, { headers }))).toBe('header_refused')
  })
})
