import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Tokens } from '#server/gateways/vault/oauth.ts'
import type { Secret } from '#server/gateways/vault/vault.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/engine.ts'
import { insertUser } from '#test/support/users.ts'
import * as store from './credentials.store.ts'
import { createFreshen } from './freshen.ts'

const ring: KeyRing = [{ id: '0123456789abcdef', key: randomBytes(32) }]
const EXPIRED = { access_token: 'old', refresh_token: 'first', expires_at: new Date(0).toISOString() }
const SOON = { most_ms: 30_000, every_ms: 5 }

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())

async function connected(): Promise<Secret> {
  const belongs = { id: uuidv7(), owner_id: await insertUser(database, 'seller'), type: 'oauth2_generic' as const }
  const row = { ...belongs, ...seal(ring, EXPIRED, belongs), name: 'Account', shown: {}, hint: null, status: 'ready' }
  await store.insertCredential(db, row as never, 100)
  return { ...belongs, name: 'Account', fields: EXPIRED }
}
const tokens = (name: string): Tokens => ({
  access_token: name,
  refresh_token: `after ${name}`,
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
})
async function kept({ id, owner_id, type }: Secret) {
  const row = await store.findSealed(db, id)
  return row && { status: row.status, ...unseal(ring, row, { id, owner_id, type }) }
}

/** A service that answers when it is told to, and a process that asks it. */
function service(on = db, waiting = SOON) {
  const asked: string[] = []
  const answer = Promise.withResolvers<Tokens | null>()
  const refresh = ({ fields }: Secret) => {
    asked.push(fields.refresh_token ?? '')
    return answer.promise
  }
  const freshen = createFreshen(on, ring, { refresh, gmail: null }, waiting)
  return { asked, answer, freshen, isAsked: () => until(async () => asked.length > 0) }
}

it('keeps no connection while services do not answer, however many accounts are connected to them', async () => {
  const pool = createPool(database.url, 1, { waitMs: 5_000 })
  const silent = service(createDatabase(pool))
  const accounts = await Promise.all(Array.from({ length: 20 }, connected))
  const renewals = accounts.map((one) => silent.freshen(one))
  await until(async () => silent.asked.length === accounts.length)
  // Neither the pool nor a row is held: both changes would wait for the service otherwise.
  const [renamed, deleted] = accounts as [Secret, Secret]
  await store.renameCredential(createDatabase(pool), renamed.id, 'Renamed')
  expect(await store.deleteCredential(createDatabase(pool), deleted.owner_id, deleted.id as never)).toBe(true)
  silent.answer.resolve(tokens('new'))
  const ended = await Promise.allSettled(renewals)
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
  expect(await kept(renamed)).toMatchObject({ access_token: 'new' })
  await pool.end()
})

it('asks once with a refresh token, from any process, and every caller gets the new token', async () => {
  const account = await connected()
  const [one, two] = [service(), service()]
  const first = one.freshen(account)
  await one.isAsked()
  const others = [one.freshen(account), two.freshen(account), two.freshen(account)]
  one.answer.resolve(tokens('new'))
  for (const secret of await Promise.all([first, ...others])) expect(secret.fields.access_token).toBe('new')
  expect([one.asked, two.asked]).toEqual([['first'], []])
  expect(await kept(account)).toMatchObject({ refresh_token: 'after new' })
})

it('brings back nothing that was deleted while the service was asked', async () => {
  const account = await connected()
  const { freshen, answer, isAsked } = service()
  const renewal = freshen(account)
  await isAsked()
  await store.deleteCredential(db, account.owner_id, account.id as never)
  answer.resolve(tokens('late'))
  await expect(renewal).rejects.toMatchObject({ code: 'credential_not_found' })
  expect(await kept(account)).toBeNull()
})

it.each([
  ['tokens', tokens('late')],
  ['a refusal', null],
])('writes no %s that arrive after the account was replaced', async (_what, late) => {
  const account = await connected()
  const { freshen, answer, isAsked } = service()
  const renewal = freshen(account)
  await isAsked()
  const box = seal(ring, { client_id: 'another' }, account)
  await store.updateCredential(db, account.id, { name: 'B', shown: {}, hint: null, status: 'connecting', ...box })
  answer.resolve(late)
  await expect(renewal).rejects.toMatchObject({ code: 'credential_reconnect' })
  expect(await kept(account)).toEqual({ status: 'connecting', client_id: 'another' })
})

it('uses the tokens of an account that was connected again meanwhile', async () => {
  const account = await connected()
  const { freshen, answer, isAsked } = service()
  const renewal = freshen(account)
  await isAsked()
  await store.storeTokens(db, account.id, seal(ring, { ...EXPIRED, ...tokens('agreed again') }, account))
  answer.resolve(null)
  expect((await renewal).fields.access_token).toBe('agreed again')
  expect(await kept(account)).toMatchObject({ status: 'ready', access_token: 'agreed again' })
})

it('continues after a process that died while it asked, and others wait no longer than they may', async () => {
  const account = await connected()
  expect(await store.claimRenewal(db, account.id, 60)).not.toBeNull()
  const early = service(db, { most_ms: 0, every_ms: 5 })
  await expect(early.freshen(account)).rejects.toMatchObject({ code: 'credential_renewing', retryable: true })
  const { freshen, asked, answer } = service()
  answer.resolve(tokens('new'))
  const renewal = freshen(account)
  await database.pool.query(`update credentials set renewing_until = now() - interval '1 s' where id = $1`, [
    account.id,
  ])
  expect((await renewal).fields.access_token).toBe('new')
  expect([early.asked, asked]).toEqual([[], ['first']])
})

it('drops the answer of a process that was frozen for longer than its claim', async () => {
  const account = await connected()
  const [frozen, other] = [service(), service()]
  const renewal = frozen.freshen(account)
  await frozen.isAsked()
  await database.pool.query(`update credentials set renewing_until = now() - interval '1 s' where id = $1`, [
    account.id,
  ])
  other.answer.resolve(tokens('newer'))
  await other.freshen(account)
  frozen.answer.resolve(tokens('late'))
  expect((await renewal).fields.access_token).toBe('newer')
  expect(await kept(account)).toMatchObject({ access_token: 'newer', refresh_token: 'after newer' })
})

it('lets the next caller ask at once when the service is away', async () => {
  const account = await connected()
  const [one, two] = [service(), service()]
  const refused = expect(one.freshen(account)).rejects.toThrow('away')
  await one.isAsked()
  one.answer.reject(new Error('away'))
  await refused
  two.answer.resolve(tokens('new'))
  expect((await two.freshen(account)).fields.access_token).toBe('new')
})

it('keeps new tokens although the database is away when they arrive', async () => {
  const account = await connected()
  const pool = createPool(database.url, 1, { waitMs: 200 })
  const { freshen, answer, isAsked } = service(createDatabase(pool))
  const renewal = freshen(account)
  await isAsked()
  const held = await pool.connect()
  answer.resolve(tokens('new'))
  await new Promise(setImmediate)
  // Asked for after the renewal asked, and refused after it was.
  await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded')
  held.release()
  expect((await renewal).fields.access_token).toBe('new')
  expect(await kept(account)).toMatchObject({ refresh_token: 'after new' })
  await pool.end()
})
