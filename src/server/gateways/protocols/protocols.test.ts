import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltinCall, Connector } from '#connectors/connector.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import type { NodeError } from '#nodes/node.ts'
import { type MongoPeer, startMongoPeer } from '#peers/mongodb/server.ts'
import { type RedisPeer, startRedisPeer } from '#peers/redis/server.ts'
import { startTallyPeer, type TallyPeer } from '#peers/tally/server.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { ftp } from './ftp.ts'
import { mongodb } from './mongodb.ts'
import { mysql } from './mysql.ts'
import { createProtocols, type ProtocolCall } from './protocols.ts'
import { redis } from './redis.ts'
import { sftp } from './sftp.ts'
import { tally as tallyOperations } from './tally.ts'

const OWNER = '01890000-0000-7000-8000-000000000001' as UserId
const PASSWORD = 'a password of some length'
const WHO = { owner: { user_id: OWNER }, author: null, version: null }

interface Place {
  port: number
  host?: string
  fields?: Record<string, string>
  allow?: readonly string[]
  connector?: string
}

function at(
  protocol: BuiltinCall['protocol'],
  { port, host = '127.0.0.1', fields = {}, allow, connector = protocol }: Place,
) {
  const kept = {
    ...{ connector, 'shown.host': host, 'shown.port': String(port), 'shown.tls': 'off', 'field.password': PASSWORD },
    ...fields,
  }
  const ports = createProtocols({
    vault: { open: async () => ({ id: OWNER, type: 'app_account', name: 'Mine', owner_id: OWNER, fields: kept }) },
    http: () => Promise.reject(new Error('no requests here')),
    allow: allow ?? [`127.0.0.1:${port}`],
  })
  return (
    operation: string,
    input: JsonObject = {},
    signal = new AbortController().signal,
    more: Partial<ProtocolCall> = {},
  ) =>
    ports.run(
      {
        ...{
          connector: protocol,
          name: 'The server',
          call: { type: 'builtin', protocol, operation },
          repeatable: true,
        },
        ...{ input, credential: OWNER, who: WHO, ...more },
        files: { open: () => Promise.reject(new Error('no file')), write: async () => null },
      },
      signal,
    )
}

const failure = (work: Promise<unknown>): Promise<Pick<NodeError, 'code' | 'message' | 'retryable' | 'field'>> =>
  work.then(
    (answer) => Promise.reject(new Error(`answered ${JSON.stringify(answer)}`)),
    ({ code, message, retryable, field }) => ({ code, message, retryable, field }),
  )

describe('the catalogue', () => {
  it.each(['mysql', 'mongodb', 'redis', 'ftp', 'sftp', 'tally'] as const)(
    'names operations that %s has',
    async (protocol) => {
      const text = await readFile(join(import.meta.dirname, `../../../connectors/catalogue/${protocol}.json`), 'utf8')
      const { actions } = JSON.parse(text) as Connector
      const has = protocol === 'tally' ? tallyOperations : { mysql, mongodb, redis, ftp, sftp }[protocol].operations
      const named = actions.map(({ call }) =>
        call.type === 'builtin' && call.protocol === protocol ? call.operation : '',
      )
      expect(named.sort()).toEqual(Object.keys(has).sort())
    },
  )
})

describe('Redis', () => {
  let peer: RedisPeer
  beforeAll(async () => {
    peer = await startRedisPeer(PASSWORD)
  })
  afterAll(() => peer.close())

  it('keeps a value one value, whatever is in it', async () => {
    const redis = at('redis', peer)
    expect(await redis('set', { key: 'lead', value: 'Asha\r\nDEL lead\r\n' })).toEqual({ stored: true })
    expect(await redis('get', { key: 'lead' })).toEqual({ value: 'Asha\r\nDEL lead\r\n', exists: true })
    expect(await redis('increment', { key: 'visits', by: 3 })).toEqual({ value: 3 })
    expect(await redis('list_keys')).toEqual({ keys: ['lead', 'visits'], truncated: false })
    expect(await redis('delete', { keys: ['lead', 'none'] })).toEqual({ deleted: 1 })
  })

  it('says what the server refuses, and that nothing is gained by asking again', async () => {
    await at('redis', peer)('set', { key: 'text', value: 'abc' })
    expect(await failure(at('redis', peer)('increment', { key: 'text' }))).toMatchObject({
      code: 'app_refused',
      message: 'The server refused it: ERR value is not an integer or out of range.',
      retryable: false,
    })
    const wrong = at('redis', { ...peer, fields: { 'field.password': 'another' } })
    expect(await failure(wrong('get', { key: 'text' }))).toMatchObject({ code: 'app_refused' })
  })

  it('hides the password in what comes back', async () => {
    const redis = at('redis', peer)
    await redis('set', { key: 'copy', value: `it is ${PASSWORD}` })
    expect(JSON.stringify(await redis('get', { key: 'copy' }))).not.toContain(PASSWORD)
  })

  it('connects to no private address that the operator did not allow', async () => {
    const before = peer.commands.length
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254'])
      expect(await failure(at('redis', { ...peer, host, allow: [] })('get', { key: 'x' }))).toMatchObject({
        code: 'url_refused',
      })
    expect(peer.commands).toHaveLength(before)
  })

  it('takes no account of another app', async () => {
    expect(await failure(at('redis', { ...peer, connector: 'mysql' })('get', { key: 'x' }))).toMatchObject({
      code: 'credential_type',
    })
  })

  it('ends a server that sends without end', async () => {
    const flooding = await startRedisPeer(PASSWORD, { flood: true })
    expect(await failure(at('redis', flooding)('get', { key: 'x' }))).toMatchObject({ code: 'app_unavailable' })
    await flooding.close()
  })
})

describe('a server that says nothing', () => {
  let server: Server
  let port: number
  let open = 0
  beforeAll(async () => {
    server = createServer((socket) => {
      open++
      socket.on('error', () => undefined)
      socket.once('close', () => open--)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as { port: number }).port
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it.each(['mysql', 'mongodb', 'redis', 'ftp', 'sftp'] as const)(
    'is left by %s when the step ends',
    async (protocol) => {
      const operation = {
        mysql: 'list_tables',
        mongodb: 'list_collections',
        redis: 'list_keys',
        ftp: 'list',
        sftp: 'list',
      }
      const stop = new AbortController()
      const fields = { 'shown.database': 'shop', 'shown.user': 'chowk' }
      const connected = new Promise((resolve) => server.once('connection', resolve))
      const running = at(protocol, { port, fields })(operation[protocol], {}, stop.signal)
      running.catch(() => undefined)
      await connected
      stop.abort(new Error('the step ended'))
      await expect(running).rejects.toThrow('the step ended')
      await expect.poll(() => open).toBe(0)
    },
  )
})

describe('MongoDB', () => {
  let peer: MongoPeer
  beforeAll(async () => {
    peer = await startMongoPeer()
  })
  afterEach(() => peer.collections.clear())
  afterAll(() => peer.close())
  // Its stand-in signs nobody in.
  const mongo = (operation: string, input: JsonObject) =>
    at('mongodb', { ...peer, fields: { 'shown.database': 'crm', 'field.password': '' } })(operation, input)

  it('adds, finds, changes and removes documents', async () => {
    const added = await mongo('insert', {
      collection: 'leads',
      documents: [{ name: 'Asha', visits: 1 }, { name: 'Ravi' }],
    })
    expect(added).toMatchObject({ inserted: 2, ids: [{ $oid: expect.any(String) }, { $oid: expect.any(String) }] })
    const [first] = (added as { ids: { $oid: string }[] }).ids
    expect(await mongo('find', { collection: 'leads', filter: { _id: first?.$oid ?? '' } })).toEqual({
      documents: [{ _id: first, name: 'Asha', visits: 1 }],
      truncated: false,
    })
    expect(
      await mongo('update', { collection: 'leads', filter: { name: 'Ravi' }, update: { visits: 5 } }),
    ).toMatchObject({
      matched: 1,
      changed: 1,
    })
    expect(await mongo('count', { collection: 'leads', filter: { visits: 5 } })).toEqual({ count: 1 })
    expect(await mongo('find', { collection: 'leads', limit: 1 })).toMatchObject({ truncated: true })
    expect(await mongo('list_collections', {})).toEqual({ collections: ['leads'] })
    expect(await mongo('delete', { collection: 'leads', filter: { name: 'Ravi' } })).toEqual({ deleted: 1 })
  })

  it('does not go where a server sends it', async () => {
    // The stand-in names another address as its primary.
    expect(await mongo('find', { collection: 'leads' })).toEqual({ documents: [], truncated: false })
    expect(peer.commands).toContain('find')
  })

  it('reads only, and deletes everything only when told what', async () => {
    const out = mongo('aggregate', { collection: 'leads', pipeline: [{ $facet: { a: [{ $out: 'other' }] } }] })
    expect(await failure(out)).toMatchObject({ code: 'input_invalid', field: 'input.pipeline' })
    expect(await failure(mongo('delete', { collection: 'leads', filter: {}, many: true }))).toMatchObject({
      code: 'input_invalid',
      field: 'input.filter',
    })
  })
})

describe('Tally', () => {
  let peer: TallyPeer
  beforeAll(async () => {
    peer = await startTallyPeer()
  })
  afterAll(() => peer.close())

  const tally = (operation: string, input: JsonObject) => {
    const outbound = createOutbound({ allow: [new URL(peer.url).host] })
    const ports = createProtocols({
      vault: { open: () => Promise.reject(new Error('opened by the port of requests')) },
      http: (request, signal) => outbound.http({ ...request, url: `${peer.url}${request.url}` }, signal),
      allow: [],
    })
    const call = { type: 'builtin', protocol: 'tally', operation } as const
    return ports
      .run(
        {
          ...{ connector: 'tally', name: 'Tally', call, repeatable: false, input, credential: OWNER, who: WHO },
          files: { open: () => Promise.reject(new Error('no file')), write: async () => null },
        },
        new AbortController().signal,
      )
      .finally(() => outbound.close())
  }

  it('reads ledgers with the names that Tally marks', async () => {
    expect(await tally('list_ledgers', {})).toMatchObject({
      ledgers: [
        { name: 'Cash', parent: 'Cash-in-Hand', closing_balance: -1500.5 },
        { name: 'Sales', parent: 'Sales Accounts' },
      ],
      total: 2,
    })
    expect(await tally('list_companies', {})).toEqual({
      companies: [{ name: 'Sharma & Sons', starting_from: '2025-04-01' }],
    })
  })

  it('creates a ledger and a voucher, and reads it again', async () => {
    expect(await tally('create_ledger', { name: 'Asha <Traders> & "Co"', parent: 'Sundry Debtors' })).toMatchObject({
      created: 1,
    })
    const entries = [
      { ledger: 'Cash', side: 'debit', amount: 118.1 },
      { ledger: 'Sales', side: 'credit', amount: 118.1 },
    ]
    const voucher = { voucher_type: 'Receipt', date: '2026-04-01', narration: 'For <pens>', entries }
    expect(await tally('create_voucher', voucher)).toEqual({ created: 1, altered: 0, id: '7' })
    expect(await tally('list_vouchers', { from: '2026-04-01', to: '2026-04-30' })).toMatchObject({
      vouchers: [{ date: '2026-04-01', type: 'Receipt', narration: 'For <pens>', entries }],
      total: 1,
    })
    expect(peer.asked.at(-1)).toContain('<SVFROMDATE TYPE="Date">20260401</SVFROMDATE>')
  })

  it('says what Tally refuses, and sends nothing that can’t be right', async () => {
    const entries = [
      { ledger: 'Nobody', side: 'debit', amount: 5 },
      { ledger: 'Sales', side: 'credit', amount: 5 },
    ]
    const voucher = { voucher_type: 'Receipt', date: '2026-04-01', entries }
    expect(await failure(tally('create_voucher', voucher))).toMatchObject({
      code: 'app_refused',
      message: "Tally refused it: Ledger 'Nobody' does not exist!.",
    })
    const before = peer.asked.length
    const uneven = { ...voucher, entries: [entries[0] ?? {}, { ledger: 'Sales', side: 'credit', amount: 4.99 }] }
    expect(await failure(tally('create_voucher', uneven))).toMatchObject({
      code: 'input_invalid',
      field: 'input.entries',
    })
    expect(peer.asked).toHaveLength(before)
  })
})
