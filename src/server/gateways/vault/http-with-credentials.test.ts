import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import { UserId } from '#contract/core/primitives.ts'
import type { HttpRequest, RunAs } from '#nodes/ports.ts'
import { createOutbound, type Outbound } from '#server/gateways/outbound.ts'
import { createHttpWithCredentials } from './http-with-credentials.ts'
import { credentialNotFound, type Secret } from './vault.ts'

const CANARY = 'canary-7f3a9b2c'
const me = UserId.parse('01890000-0000-7000-8000-000000000001')
const who: RunAs = { owner: { user_id: me }, author: null, version: null }
const NOW = new Date('2026-01-31T09:30:00.000Z')

interface Heard {
  host: string
  url: string
  headers: Record<string, unknown>
  body: string
}
let heard: Heard[] = []
let servers: Server[] = []
/** Two hosts: the first answers as the path says, the second is somebody else. */
let first: string
let second: string
let outbound: Outbound

async function listen(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request
    heard.push({ host: String(headers.host), url, headers, body: await text(request) })
    const to = /\/to\/(\d+)\?where=([^&]+)/.exec(url)
    if (to) return response.writeHead(Number(to[1]), { location: decodeURIComponent(to[2] ?? '') }).end()
    const echo = JSON.stringify({ url, headers })
    if (url.startsWith('/hexecho')) {
      const hex = Buffer.from(String(headers.authorization)).toString('hex')
      return response.writeHead(200, { 'x-first': hex.slice(0, 30), 'x-second': hex.slice(30) }).end(hex)
    }
    if (url.startsWith('/halves')) {
      const [token = ''] = /[^ ]*$/.exec(String(headers.authorization)) ?? []
      const half = Math.floor(token.length / 2)
      return response
        .writeHead(200, { 'x-first': token.slice(0, half) })
        .end(JSON.stringify({ note: 'okay', second: token.slice(half) }))
    }
    if (url.startsWith('/fails')) return response.writeHead(500).end(echo)
    return response
      .writeHead(200, { 'x-echo': String(headers.authorization ?? ''), 'content-type': 'application/json' })
      .end(echo)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  first = await listen()
  second = await listen()
  outbound = createOutbound({ allow: [new URL(first).host, new URL(second).host] })
})
afterAll(() => {
  outbound.close()
  for (const server of servers) server.close()
  servers = []
})
beforeEach(() => {
  heard = []
})

const hosts = () => new URL(first).host
const secretOf = (type: CredentialTypeName, fields: Record<string, string>): Secret => ({
  id: 'c1',
  type,
  name: 'Mine',
  owner_id: me,
  fields,
})

function call(secret: Secret | null, request: Partial<HttpRequest> = {}, as: RunAs | null = who) {
  const http = createHttpWithCredentials({
    http: outbound.http,
    vault: { open: () => (secret ? Promise.resolve(secret) : Promise.reject(credentialNotFound())) },
    allow: [new URL(first).host, new URL(second).host],
    now: () => NOW,
  })
  const whole: HttpRequest = {
    method: 'GET',
    url: `${first}/a`,
    headers: {},
    body: null,
    timeout_ms: 5000,
    credential: 'c1',
    ...request,
  }
  return http(whole, new AbortController().signal, as ?? undefined)
}
const basic = Buffer.from(`me:${CANARY}`).toString('base64')

describe('a request signs in', () => {
  it.each<[CredentialTypeName, Record<string, string>, (sent: Heard) => unknown, unknown]>([
    ['bearer', { token: CANARY }, ({ headers }) => headers.authorization, `Bearer ${CANARY}`],
    ['basic', { user: 'me', password: CANARY }, ({ headers }) => headers.authorization, `Basic ${basic}`],
    ['api_key_header', { header: 'X-Api-Key', value: CANARY }, ({ headers }) => headers['x-api-key'], CANARY],
    ['query_key', { parameter: 'key', value: CANARY }, ({ url }) => url, `/a?key=${CANARY}`],
    ['oauth2_generic', { access_token: CANARY }, ({ headers }) => headers.authorization, `Bearer ${CANARY}`],
  ])('with %s', async (type, fields, read, expected) => {
    await call(secretOf(type, { ...fields, hosts: hosts() }), {
      headers: { authorization: 'mine', 'x-api-key': 'mine' },
    })
    expect(heard).toHaveLength(1)
    expect(read(heard[0] as Heard)).toBe(expected)
  })

  it('with a signature over time and body, which the receiver can check', async () => {
    const body = '{"a":1}'
    await call(secretOf('signing_secret', { secret: CANARY, hosts: hosts() }), { method: 'POST', body })
    const stamp = heard[0]?.headers['x-chowk-timestamp']
    expect(stamp).toBe(String(NOW.getTime() / 1000))
    const right = createHmac('sha256', CANARY).update(`${stamp}.${body}`).digest('hex')
    expect(heard[0]?.headers['x-chowk-signature']).toBe(`sha256=${right}`)
  })

  it.each<[CredentialTypeName, Record<string, string>, string]>([
    ['openai_compatible', { api_key: CANARY }, '/v1/models'],
    ['gmail', { access_token: CANARY }, '/v1/models'],
  ])('below the address of %s, and cannot leave it', async (type, fields, url) => {
    const secret = secretOf(type, { ...fields, base_url: `${first}/v1`, api_url: `${first}/v1` })
    await call(secret, { url: '/models' })
    expect(heard[0]).toMatchObject({ url, headers: { authorization: `Bearer ${CANARY}` } })
    for (const away of ['@evil.example/x', '.evil.example', 'http://evil.example/', ':80@evil.example'])
      await expect(call(secret, { url: away })).rejects.toMatchObject({ code: 'bad_url' })
    expect(heard).toHaveLength(1)
  })
})

describe('a secret stays where it was meant to go', () => {
  const bearer = () => secretOf('bearer', { token: CANARY, hosts: hosts() })

  it('and is not sent to another host, even if a run names it', async () => {
    const named = [
      second,
      `${second}/?x=${hosts()}`,
      'https://evil.example',
      `https://${new URL(first).hostname}.evil.example/`,
    ]
    for (const url of named) await expect(call(bearer(), { url })).rejects.toMatchObject({ code: 'credential_host' })
    expect(heard).toEqual([])
  })

  it.each([301, 302, 303, 307, 308])('and is dropped when an answer (%i) leads to another host', async (status) => {
    const where = encodeURIComponent(`${second}/landed`)
    for (const secret of [
      bearer(),
      secretOf('api_key_header', { header: 'X-Api-Key', value: CANARY, hosts: hosts() }),
      secretOf('signing_secret', { secret: `${CANARY}${CANARY}`, hosts: hosts() }),
      secretOf('query_key', { parameter: 'key', value: CANARY, hosts: hosts() }),
    ])
      await call(secret, { method: 'POST', body: '{}', url: `${first}/to/${status}?where=${where}` })
    const landed = heard.filter(({ host }) => host === new URL(second).host)
    expect(landed).toHaveLength(4)
    expect(JSON.stringify(landed)).not.toContain('canary')
    for (const { headers } of landed) expect(Object.keys(headers).join()).not.toMatch(/authorization|x-api-key|x-chowk/)
  })

  it('and goes unencrypted to nobody but this machine and whom the operator allows', async () => {
    const secret = secretOf('bearer', { token: CANARY, hosts: 'plain.example, *.plain.example' })
    for (const url of ['http://plain.example/', 'http://a.plain.example:8080/'])
      await expect(call(secret, { url })).rejects.toMatchObject({ message: expect.stringMatching(/https only/) })
  })

  it.each([
    ['a.example', 'https://a.example/x', true],
    ['a.example', 'https://A.EXAMPLE/x', true],
    ['a.example', 'https://b.a.example/x', false],
    ['*.a.example', 'https://b.a.example/x', true],
    ['*.a.example', 'https://a.example/x', false],
    ['*.a.example', 'https://evila.example/x', false],
    ['a.example:8443', 'https://a.example:8443/x', true],
    ['a.example:8443', 'https://a.example/x', false],
    ['a.example:443', 'https://a.example/x', true],
    ['b.example, a.example', 'https://a.example:9/x', true],
  ])('for hosts %j: %s is %s', async (named, url, fits) => {
    const found = call(secretOf('bearer', { token: CANARY, hosts: named }), { url })
    // Nobody answers there: what matters is whether it was the credential that refused.
    const { code } = (await found.catch((error) => error)) as { code: string }
    expect(code === 'credential_host').toBe(!fits)
  })

  it('and comes back in no answer, header or error', async () => {
    for (const secret of [bearer(), secretOf('basic', { user: 'me', password: CANARY, hosts: hosts() })]) {
      const answer = await call(secret, { url: `${first}/echo?t=${CANARY}` })
      expect(JSON.stringify(answer)).not.toContain('canary')
      expect(JSON.stringify(answer)).not.toContain(basic)
      expect(answer.body).toContain('[hidden]')
      expect((await call(secret, { url: `${first}/fails` })).body).not.toMatch(/canary|Y2FuYXJ5/)
    }
    const gone = secretOf('query_key', { parameter: 'k', value: CANARY, hosts: '127.0.0.1' })
    const error = await call(gone, { url: 'http://127.0.0.1:9/' }).catch((cause: Error) => cause)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary')
  })

  it('and comes back in no other coding that the host chooses, nor divided between headers', async () => {
    const answer = await call(bearer(), { url: `${first}/hexecho` })
    expect(answer.body).toContain('[hidden]')
    const told = `${answer.body}${answer.headers['x-first']}${answer.headers['x-second']}`
    expect(told).not.toContain(Buffer.from(CANARY).toString('hex').slice(8, 24))
  })

  it.each([CANARY, `${CANARY}-9fK2xQ7bLm4TzW8v`])(
    'and %s comes back in no half, one a header and one in the body',
    async (token) => {
      const answer = await call(secretOf('bearer', { token, hosts: hosts() }), { url: `${first}/halves` })
      expect(answer.headers['x-first']).toMatch(/^\[hidden\]-?$/)
      expect(JSON.parse(answer.body)).toEqual({ note: 'okay', second: '[hidden]' })
    },
  )

  it('and a key that is the user name of a sign-in without a password is one, too', async () => {
    const answer = await call(secretOf('basic', { user: CANARY, password: '', hosts: hosts() }), {
      url: `${first}/echo?t=${CANARY}`,
    })
    expect(answer.body).not.toContain(CANARY)
  })

  it('and the end of a webhook address of Slack is one, too', async () => {
    const secret = secretOf('slack_webhook', { url: `${first}/services/T0/B0/${CANARY}` })
    expect((await call(secret)).body).not.toContain(CANARY)
  })

  it('and comes back in no bytes', async () => {
    const answer = await call(bearer(), { binary: true })
    expect(Buffer.from(answer.bytes ?? []).toString()).toContain('[hidden]')
    expect(Buffer.from(answer.bytes ?? []).includes('canary')).toBe(false)
  })
})

describe('without a credential', () => {
  it('a request goes out as it is; with a foreign one, or in nobody’s name, not at all', async () => {
    await call(null, { credential: null })
    expect(heard).toHaveLength(1)
    await expect(call(null)).rejects.toMatchObject({ code: 'credential_not_found' })
    await expect(call(secretOf('bearer', { token: CANARY, hosts: hosts() }), {}, null)).rejects.toMatchObject({
      code: 'credential_not_found',
    })
    expect(heard).toHaveLength(1)
  })

  it('of a kind that is for something else nothing is sent', async () => {
    await expect(call(secretOf('postgres', { password: CANARY }))).rejects.toMatchObject({ code: 'credential_type' })
    expect(heard).toEqual([])
  })
})
