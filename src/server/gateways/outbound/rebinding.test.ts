/** Names that change what they mean, asked of a real name server over UDP: nothing on this machine is ever reached by them. */
import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIP } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound } from '#server/gateways/outbound.ts'
import { reach } from './reach.ts'
import type { Resolve } from './target.ts'

/** Global by its form, given to nobody: a connection to it fails. */
const FAR = '2600:ffff:ffff:ffff::1'
const A = 1
const AAAA = 28

/** What the name server answers to the n-th question for a name, from 0. */
const ANSWERS: Record<string, (asked: number) => string[]> = {
  'here.example': () => ['127.0.0.1'],
  'metadata.example': () => ['169.254.169.254'],
  'both.example': () => [FAR, '127.0.0.1'],
  'mapped.example': () => ['::ffff:127.0.0.1'],
  'flip.example': (asked) => [asked % 2 === 0 ? FAR : '127.0.0.1'],
  'flop.example': (asked) => [asked % 2 === 0 ? '127.0.0.1' : FAR],
}

let names: Socket
let canary: Server
let port = 0
let hits = 0
let questions: string[] = []
let outbound: Outbound
let resolve: Resolve
beforeAll(async () => {
  names = createSocket('udp4')
  names.on('message', (question, { port: to, address }) => names.send(answerTo(question), to, address))
  await new Promise<void>((ready) => names.bind(0, '127.0.0.1', ready))
  canary = createServer((_request, response) => {
    hits++
    response.end('reached')
  })
  await new Promise<void>((ready) => canary.listen(0, '127.0.0.1', ready))
  port = (canary.address() as AddressInfo).port
  resolve = resolveAt(names.address().port)
  outbound = createOutbound({ resolve })
})
beforeEach(() => {
  hits = 0
  questions = []
})
afterAll(() => {
  outbound.close()
  names.close()
  canary.close()
})

/** Both families in one look, as the resolver of the system does. */
function resolveAt(at: number): Resolve {
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${at}`])
  return async (hostname) => {
    const asked = await Promise.all(
      [resolver.resolve4(hostname), resolver.resolve6(hostname)].map((one) => one.catch(() => [])),
    )
    const found = asked.flat().map((address) => ({ address, family: isIP(address) }))
    if (found.length === 0) throw new Error('ENOTFOUND')
    return found
  }
}

/** RFC 1035: one question, answers without a lifetime. */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const name = labels.join('.').toLowerCase()
  const type = question.readUInt16BE(at + 1)
  // Both families of one look get the answer of the same turn.
  const turn = questions.filter((one) => one === `${name} ${type}`).length
  questions.push(`${name} ${type}`)
  const found = (ANSWERS[name]?.(turn) ?? []).filter((address) => (isIP(address) === 4 ? A : AAAA) === type)
  const records = found.map((address) => {
    const data = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : bytesOf(address)
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
    return Buffer.concat([head, data])
  })
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  for (const [place, count] of [1, records.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + place * 2)
  return Buffer.concat([header, question.subarray(12, at + 5), ...records])
}

function bytesOf(address: string): Buffer {
  if (address.startsWith('::ffff:'))
    return Buffer.from([...Array(10).fill(0), 255, 255, ...address.slice(7).split('.').map(Number)])
  const [head = '', tail = ''] = address.split('::').map((half) =>
    half
      .split(':')
      .map((word) => word.padStart(4, '0'))
      .join(''),
  )
  return Buffer.from(head.padEnd(32 - tail.length, '0') + tail, 'hex')
}

const get = (host: string) =>
  outbound
    .http(
      { method: 'GET', url: `http://${host}:${port}/`, headers: {}, body: null, timeout_ms: 500 },
      new AbortController().signal,
    )
    .then(
      ({ body }) => body,
      (error: { code?: string }) => error.code,
    )

describe('a name of a hostile name server', () => {
  it.each(['here.example', 'metadata.example', 'both.example', 'mapped.example'])(
    '%s is refused by every door',
    async (host) => {
      expect(await get(host)).toBe('url_refused')
      await expect(reach(host, port, new Set(), resolve)).rejects.toMatchObject({ code: 'url_refused' })
      expect(hits).toBe(0)
    },
  )

  it.each(['flip.example', 'flop.example'])('%s reaches nothing here however often it is tried', async (host) => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => get(host)))
    expect(hits).toBe(0)
    expect(answers).not.toContain('reached')
    // Some looks found this machine, and were refused for it.
    expect(answers).toContain('url_refused')
  })

  it('is asked once for a call, and other protocols are given the address that was looked at', async () => {
    await get('flip.example')
    expect(questions.filter((one) => one.endsWith(` ${A}`))).toHaveLength(1)
    questions = []
    const { address, servername } = await reach('flip.example', 5432, new Set(), resolve)
    expect([address, servername]).toEqual([FAR, 'flip.example'])
  })
})
