import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { UNKNOWN_ADDRESS } from '#server/gateways/network.ts'
import { limitRequests } from './security.ts'
import { addressOf } from './session.ts'
import { type TrustedProxies, TrustProxy, trustOf } from './trust-proxy.ts'
import { visitorKey } from './visitor-key.ts'

let app: FastifyInstance | undefined
afterEach(() => app?.close())

/** The address that a request is counted under. */
async function counted(trustProxy: TrustedProxies, from: string, forwarded?: string): Promise<string> {
  app = Fastify({ trustProxy: trustOf(trustProxy) })
  app.get('/', async (request) => addressOf(request))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.inject({ url: '/', remoteAddress: from, headers })).body
}

const PROXY = '10.0.0.2'
const EDGE = '192.0.2.7'
const PERSON = '203.0.113.9'
/** What a stranger writes into the header; an appending proxy adds the true address behind it. */
const LIES = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '198.51.100.1']

describe('X-Forwarded-For', () => {
  it.each(LIES)('of a stranger (%s) is not believed without a proxy', async (lie) => {
    expect(await counted(false, PERSON, lie)).toBe(PERSON)
  })

  it.each(LIES)('of a stranger (%s) is not believed behind one proxy or two', async (lie) => {
    expect(await counted(1, PROXY, `${lie}, ${PERSON}`)).toBe(PERSON)
    expect(await counted(1, '127.0.0.1', `${lie}, ${PERSON}`)).toBe(PERSON)
    expect(await counted(2, PROXY, `${lie}, ${PERSON}, ${EDGE}`)).toBe(PERSON)
    expect(await counted([PROXY, EDGE], PROXY, `${lie}, ${PERSON}, ${EDGE}`)).toBe(PERSON)
    expect(await counted(['10.0.0.0/8'], PERSON, lie)).toBe(PERSON)
  })

  it('never makes anybody this machine, even when more proxies are trusted than there are', async () => {
    for (const lie of ['127.0.0.1', '::1', '127.9.9.9', '127.0.0.1:80', '[::1]:80']) {
      expect(await counted(2, '127.0.0.1', `${lie}, ${PERSON}`)).toBe('0.0.0.0')
      expect(await counted(1, '127.0.0.1', lie)).toBe('0.0.0.0')
    }
  })

  it('lets nobody past the limit of requests, whatever they claim', async () => {
    app = Fastify({ trustProxy: trustOf(1) })
    app.decorateRequest('caller', null)
    await limitRequests(app, () => LIES.length)
    app.get('/', async () => 'served')
    const ask = async (lie: string) =>
      (await app?.inject({ url: '/', remoteAddress: PROXY, headers: { 'x-forwarded-for': `${lie}, ${PERSON}` } }))
        ?.statusCode
    for (const lie of LIES) expect(await ask(lie)).toBe(200)
    for (const lie of LIES) expect(await ask(lie)).not.toBe(200)
  })

  const NAMED = [
    ['an IPv4 address', PERSON, PERSON],
    ['an IPv6 address', '2001:db8::1', '2001:db8::1'],
  ] as const
  it.each(NAMED)('names one person by %s, whatever port a proxy appends', async (_kind, address, person) => {
    const withPort = (port: number) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`)
    for (const port of [1024, 40_000, 65_535]) {
      expect(await counted(1, PROXY, withPort(port))).toBe(person)
      expect(await counted(['10.0.0.0/8'], PROXY, `${LIES[0]}, ${withPort(port)}`)).toBe(person)
      // A second proxy that is trusted by its network, named with its port by the first.
      expect(await counted(['10.0.0.0/8'], PROXY, `${withPort(port)}, 10.0.0.3:${port}`)).toBe(person)
    }
    expect(await counted(1, PROXY, `[${address}]`)).toBe(person)
  })

  it.each(['unknown', '_hidden', '999.1.1.1', '203.0.113.9:x', '[2001:db8::1'])(
    'counts all callers together whom it names %s',
    async (name) => {
      expect(await counted(1, PROXY, name)).toBe(UNKNOWN_ADDRESS)
      expect(await counted(['0.0.0.0/1'], PROXY, `${PERSON}, ${name}`)).toBe(UNKNOWN_ADDRESS)
    },
  )

  it('is one visitor for the limits, however many connections the person opens', async () => {
    app = Fastify({ trustProxy: trustOf(1) })
    app.decorateRequest('caller', null)
    await limitRequests(app, () => 3)
    app.get('/', async (request) => visitorKey('secret', addressOf(request)))
    const answers: string[] = []
    for (let port = 40_000; port < 40_005; port++) {
      const headers = { 'x-forwarded-for': `${PERSON}:${port}` }
      const { statusCode, body } = await app.inject({ url: '/', remoteAddress: PROXY, headers })
      answers.push(statusCode === 200 ? body : 'refused')
    }
    expect(new Set(answers.slice(0, 3)).size).toBe(1)
    expect(answers.slice(3)).toEqual(['refused', 'refused'])
  })

  it('is absent for the machine itself', async () => {
    expect(await counted(1, '127.0.0.1')).toBe('127.0.0.1')
    expect(await counted(false, '127.0.0.1', PERSON)).toBe('127.0.0.1')
  })
})

describe('TRUST_PROXY', () => {
  it.each([
    ['false', false],
    ['0', false],
    ['true', 1],
    ['2', 2],
    ['10.0.0.0/8, 192.0.2.7', ['10.0.0.0/8', '192.0.2.7']],
    ['fd00::/8', ['fd00::/8']],
  ] as const)('%s is %j', (text, wanted) => {
    expect(TrustProxy.parse(text)).toEqual(wanted)
  })

  it.each(['maybe', '11', '-1', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', ','])(
    '%s is refused',
    (text) => {
      expect(TrustProxy.safeParse(text).error?.issues[0]?.message).toMatch('the number of proxies')
    },
  )
})
