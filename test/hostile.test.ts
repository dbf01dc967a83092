/** The running program under attack over HTTP: every row is an attempt and what must come of it. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ErrorEnvelope } from '#contract/core/envelope.ts'
import type { Json } from '#contract/core/primitives.ts'
import { node, set, wires, workflow } from './support/engine.ts'
import { besiege, refused, type Siege } from './support/siege.ts'
import { signUp, type Visit, visit } from './support/visit.ts'

let siege: Siege
let url: string
let admin: Visit
let one: Visit
let oneToken: string
beforeAll(async () => {
  siege = await besiege()
  ;({ url, admin, one, oneToken } = siege)
})
afterAll(() => siege.end())

const bytes = (text: string) => Buffer.from(text)
describe('uploads', () => {
  it.each<[what: string, name: string, mime: string, content: Buffer, status: number, code: string]>([
    ['nothing', 'a.pdf', 'application/pdf', bytes(''), 400, 'file_empty'],
    ['a program that says it is a PDF', 'a.pdf', 'application/pdf', bytes('MZ\x90\x00\x03'), 415, 'file_unsupported'],
    ['a text that says it is a PDF', 'a.pdf', 'application/pdf', bytes('hello'), 415, 'file_type_mismatch'],
    [
      'a picture that can run code',
      'a.svg',
      'image/svg+xml',
      bytes('<svg onload="alert(1)"/>'),
      415,
      'file_type_mismatch',
    ],
    ['an archive', 'a.docx', 'application/zip', bytes('PK\x03\x04nothing'), 415, 'file_unsupported'],
    ['too much', 'a.txt', 'text/plain', Buffer.alloc(25_000_001, 97), 413, 'file_too_large'],
  ])('refuse %s', async (_what, name, mime, content, status, code) => {
    refused(await one.upload(name, mime, content), status, code)
  })

  it.each<[given: string, shown: string]>([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\windows\\system.txt', 'system.txt'],
    ['a\u0000b.txt', 'ab.txt'],
    ['invoice\u202efdp.txt', 'invoicefdp.txt'],
    ['\u2066a\u2069\u200f.txt', 'a.txt'],
    ['नमस्ते\u200dक.txt', 'नमस्ते\u200dक.txt'],
    ['/', 'file'],
  ])('keep the name %j as %j, under an id, and give it back as an attachment', async (given, shown) => {
    const { status, data } = await one.upload(given, 'text/plain', bytes('hello'))
    expect([status, data.name]).toEqual([201, shown])
    const back = await one.call('GET', `/api/v1/files/${data.id}`)
    expect(back.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[^;"]+$/,
    )
    expect(back.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(back.headers.get('cache-control')).toBe('private, no-store')
    expect(back.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('read what is broken with its reason', async () => {
    const { data } = await one.upload('a.pdf', 'application/pdf', bytes('%PDF-1.7\nnonsense'))
    refused(await one.call('GET', `/api/v1/files/${data.id}/text`), 400, 'file_broken')
  })

  it('want a form', async () => {
    refused(await one.call('POST', '/api/v1/files', { a: 1 }), 415, 'unsupported_media_type')
    const form = new FormData()
    form.append('note', 'no file here')
    refused(await one.call('POST', '/api/v1/files', form), 400, 'file_missing')
  })
})

describe('what belongs to another user', () => {
  it('does not exist, with or without a wrong key', async () => {
    const mine = await one.run({ agent_id: 'icd10-coder' }, { text: 'asthma' }, 20_000)
    const guests = await siege.nobody.run({ agent_id: 'icd10-coder' }, { text: 'asthma' }, 20_000)
    const key = guests.access_token ?? ''
    expect(key).toMatch(/^[\w-]{43}$/)
    const path = `/api/v1/executions/${guests.execution_id}`
    const withKey = (value: string, at = path) => siege.nobody.call('GET', at, undefined, { 'x-run-token': value })
    expect((await withKey(key)).data.status).toBe('succeeded')
    for (const wrong of [
      key.slice(1),
      `${key}a`,
      `${key}=`,
      `${key},${key}`,
      key.toLowerCase(),
      'x'.repeat(43),
      '',
      'null',
      '[]',
      '%00',
      'x'.repeat(9000),
    ])
      refused(await withKey(wrong), 404)
    refused(await withKey(key, `/api/v1/executions/${mine.execution_id}`), 404)
    refused(await siege.nobody.call('GET', `${path}?x-run-token=${key}&access_token=${key}`), 404)
    for (const who of [siege.other, siege.nobody]) {
      refused(await who.call('GET', `/api/v1/executions/${mine.execution_id}`), 404)
      refused(await who.call('GET', `/api/v1/executions/${mine.execution_id}/events`), 404)
      refused(await who.call('POST', `/api/v1/executions/${mine.execution_id}/control`, { action: 'rerun' }), 404)
    }
    refused(await one.call('GET', '/api/v1/executions?scope=all'), 403)
  })

  it('closes to a reader within five seconds of the block', async () => {
    const token = await signUp(url, 'blocked@example.com')
    const reader = visit(url, token)
    const change = (what: string) =>
      siege.database.pool.query(`update users set ${what} where email = 'blocked@example.com'`)
    // An account becomes a user with its first request.
    expect((await reader.call('GET', '/api/v1/auth/profile')).status).toBe(200)
    await change(`role = 'seller'`)
    const id = await reader.workflow('Watched', workflow([node('start', 'manual_trigger')], []))
    // A stream that does not end by itself.
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await fetch(`${url}/api/v1/workflows/${id}/live?after=0`, { headers })
    expect(status).toBe(200)
    const began = Date.now()
    await change(`status = 'blocked'`)
    for await (const _ of body as unknown as AsyncIterable<Uint8Array>);
    expect(Date.now() - began).toBeLessThan(5000)
    refused(await reader.call('GET', '/api/v1/auth/profile'), 403, 'account_blocked')
  })
})

describe('content types', () => {
  it.each([
    ['application/json', 200],
    ['APPLICATION/JSON', 200],
    ['application/json;charset=UTF-8', 200],
    ['application/json; charset="utf-8"', 200],
    ['application/ld+json', 200],
    ['application/json; charset=utf-16', 415],
    ['application/json, text/plain', 415],
    ['text/html; application/json', 415],
    ['application/jsonp', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['json', 415],
    ['x'.repeat(80), 415],
  ])('%s', async (type, status) => {
    const answer = await fetch(`${url}/api/v1/workflows/execute`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${oneToken}` },
      body: '{"agent_id":"icd10-coder","input":{"text":"asthma"}}',
    })
    expect(answer.status).toBe(status)
  })
})

/** Bytes on a socket; what came back before the other side closed, or after a second. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve) => {
    let got = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => {
      got += data
      if (/\r\n\r\n.*\}$/s.test(got)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(got))
    setTimeout(() => socket.destroy(), 1000).unref()
  })
const HEAD = 'Host: x\r\nConnection: close\r\n'

describe('bytes on the wire', () => {
  it.each<[what: string, text: string, status: number]>([
    ['3,000 headers', `GET /health HTTP/1.1\r\n${HEAD}${'a: b\r\n'.repeat(3000)}\r\n`, 431],
    ['a header of 100 kB', `GET /health HTTP/1.1\r\n${HEAD}x: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
    ['an address of 15 kB', `GET /api/v1/agents?search=${'a'.repeat(15_000)} HTTP/1.1\r\n${HEAD}\r\n`, 400],
    [
      'two ways to end a body',
      `POST / HTTP/1.1\r\n${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['two lengths', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`, 400],
    ['a negative length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: -4\r\n\r\nabcd`, 400],
    ['TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an unknown method', `FOO / HTTP/1.1\r\n${HEAD}\r\n`, 400],
    ['half an escape', `GET /api/v1/agents/%zz HTTP/1.1\r\n${HEAD}\r\n`, 400],
    ['overlong UTF-8', `GET /api/v1/agents/%c0%ae HTTP/1.1\r\n${HEAD}\r\n`, 400],
    [
      'a compressed body',
      `POST /api/v1/workflows/execute HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
      400,
    ],
    ['a way up from the assets', `GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ])('%s', async (_what, text, status) => {
    const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n')
    expect(Number(head.split(' ')[1])).toBe(status)
    const json = /\{.*\}/s.exec(body)?.[0] ?? ''
    expect(ErrorEnvelope.parse(JSON.parse(json)).status.code).toBe(status)
  })

  it('answers while 300 clients never finish their headers', async () => {
    const port = Number(new URL(url).port)
    const slow = await Promise.all(
      Array.from(
        { length: 300 },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write('GET /health HTTP/1.1\r\nHost: x\r\nx-a:')
              resolve(socket)
            })
            socket.on('error', () => {})
          }),
      ),
    )
    expect((await siege.nobody.call('GET', '/health')).data.status).toBe('healthy')
    for (const socket of slow) socket.destroy()
  })
})

describe('headers of answers', () => {
  it.each([
    '/',
    '/marketplace',
    '/no/such/page',
    '/docs',
    '/login',
    '/api/v1/agents',
    '/health',
    '/openapi.json',
    '/api/v1/nothing',
  ])('%s keeps the browser from doing what it is not asked to', async (path) => {
    const { headers } = await siege.nobody.call('GET', path, undefined, {
      accept: 'text/html',
      origin: 'https://evil.example',
    })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src '(?:self|none)'/)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe|script-src[^;]*\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toMatch(/^(?:DENY|SAMEORIGIN)$/)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it.each(['/api/v1/auth/profile', '/api/v1/executions', '/api/v1/services', '/api/v1/users/me', '/api/v1/dashboard'])(
    '%s is kept by nobody',
    async (path) => {
      for (const encoding of ['gzip', 'identity']) {
        const { headers } = await one.call('GET', path, undefined, { 'accept-encoding': encoding })
        expect(headers.get('cache-control')).toBe('no-store')
      }
    },
  )

  it.each([
    '//evil.example/',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/login?redirect=https://evil.example',
    '/api/auth/sign-out?callbackURL=https://evil.example',
    '/api/auth/callback/google?callbackURL=//evil.example',
    '/docs/..//evil.example',
  ])('%s leads nowhere else', async (path) => {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual' })
    expect(answer.headers.get('location') ?? '').not.toContain('evil')
  })

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://127.0.0.1', 403],
    ['http://127.0.0.1.evil.example', 403],
  ])('signing in from a page of %s is refused', async (origin, status) => {
    const body = { email: 'one@example.com', password: 'correct horse battery' }
    const reply = await siege.nobody.call('POST', '/api/auth/sign-in/email', body, { origin })
    refused(reply, status)
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  it('a compressed answer holds the same as a plain one', async () => {
    const plain = await siege.nobody.call('GET', '/api/v1/agents', undefined, { 'accept-encoding': 'identity' })
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip;q=0', '*', 'nonsense', 'gzip, '.repeat(200)]) {
      const { status, data } = await siege.nobody.call('GET', '/api/v1/agents', undefined, {
        'accept-encoding': encoding,
      })
      expect([encoding, status, data.agents]).toEqual([encoding, 200, plain.data.agents])
    }
  })
})

describe('hooks', () => {
  let path: string
  beforeAll(async () => {
    const trigger = node('hook', 'webhook_trigger', { respond: 'when_finished' })
    const id = await admin.workflow(
      'Hook',
      workflow([trigger, set('got', { all: '{{ $trigger }}' })], wires('hook > got')),
    )
    path = (await admin.call('GET', `/api/v1/workflows/${id}`)).data.hook.path
  })
  type Body = string | Uint8Array<ArrayBuffer> | null
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
  const send = async (method: string, body: Body, type: string | null): Promise<{ status: number; json: any }> => {
    const headers = { authorization: 'Bearer their-secret', cookie: 'a=b', ...(type && { 'content-type': type }) }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== null && { body }) })
    return { status: answer.status, json: method === 'HEAD' || answer.status === 204 ? null : await answer.json() }
  }

  it.each<[method: string, what: string, body: Body, type: string | null, status: number, got?: Json]>([
    ['POST', 'JSON', '{"a":1}', 'application/json', 200, { a: 1 }],
    ['POST', 'a form', 'a=1&b=2', 'application/x-www-form-urlencoded', 200, { a: '1', b: '2' }],
    ['POST', 'text', 'plain', 'text/plain', 200, 'plain'],
    ['POST', 'a form that is none', '{"x":1}', 'multipart/form-data; boundary=x', 422],
    [
      'POST',
      'a form of parts',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      200,
      { a: '1' },
    ],
    ['POST', 'nothing', null, null, 200, null],
    ['POST', 'half of JSON', '{bad', 'application/json', 422],
    ['POST', 'a reserved key', '{"__proto__":{"x":1}}', 'application/json', 400],
    ['POST', 'a reserved field', '__proto__=1', 'application/x-www-form-urlencoded', 400],
    ['POST', 'a NUL', 'a\u0000b', 'text/plain', 400],
    ['POST', 'bytes', new Uint8Array([0xff, 0xfe, 0, 1]), 'application/octet-stream', 400],
    ['POST', 'too much', 'x'.repeat(1_000_001), 'text/plain', 413],
    ['GET', 'another method', null, null, 404],
    ['PUT', 'another method', 'x', 'text/plain', 404],
    ['DELETE', 'another method', null, null, 404],
    ['HEAD', 'another method', null, null, 404],
    ['OPTIONS', 'what there is', null, null, 204],
  ])('%s %s', async (method, _what, body, type, status, got) => {
    const answer = await send(method, body, type)
    expect(answer.status).toBe(status)
    if (status !== 200) return void (answer.json && ErrorEnvelope.parse(answer.json))
    const { all } = answer.json.data.output
    expect(all.body).toEqual(got)
    expect(Object.keys(all.headers)).not.toContain('authorization')
    expect(Object.keys(all.headers)).not.toContain('cookie')
  })

  it.each([
    ['unknown', 'a'.repeat(32)],
    ['short', 'x'],
    ['long', 'a'.repeat(5000)],
    ['clever', '%27%20or%201=1'],
    ['wandering', '..%2f..%2fapi%2fv1%2fagents'],
    ['empty', ''],
  ])('do not exist for a token that is %s', async (_what, token) => {
    const { status } = await siege.nobody.call('POST', `/hooks/${token}`, {})
    expect([400, 404]).toContain(status)
  })
})
