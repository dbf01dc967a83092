/** Callers are identified outside the limit of connections per caller, so this must never wait: a deletion locks rows of an account for up to a minute. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import type { Identity } from '#server/gateways/identity.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { outside } from '#test/support/one-connection.ts'
import { createApiKey } from '../api-keys/api-keys.ts'
import { createSessions } from './sessions.ts'

let database: TestDatabase
/** Its statements fail when they wait for a lock. */
let impatient: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  impatient = createPool(`${database.url}?options=${encodeURIComponent('-c lock_timeout=1000')}`, 2)
})
afterAll(async () => {
  await impatient.end()
  await database.drop()
})

const SIGNED_IN = 1_700_000_000_000
let identity: Identity
let made = 0
beforeEach(() => {
  made++
  identity = {
    subject: `subject-${made}`,
    email: `person${made}@example.com`,
    name: 'Person',
    session_id: null,
    signed_in_at: new Date(SIGNED_IN),
    email_verified: true,
  }
})

const sessions = () => createSessions(createDatabase(impatient), { verify: async () => identity })
const TOKEN = 'Bearer a.b.c'

/** Does `work` while another transaction has locked every user and every key, as deletions of their accounts do. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from users for update')
    await client.query('select from api_keys for update')
    return await outside(work)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

it('lets in a person who signed in again at their provider while their account is locked', async () => {
  const { resolve } = sessions()
  await resolve(TOKEN)
  identity = { ...identity, signed_in_at: new Date(SIGNED_IN + 60_000), email_verified: false }
  expect(await whileLocked(() => resolve(TOKEN))).toMatchObject({ email: identity.email })
  await resolve(TOKEN)
  const { rows } = await database.pool.query('select is_verified, last_login from users where firebase_uid = $1', [
    identity.subject,
  ])
  expect(rows).toEqual([{ is_verified: false, last_login: identity.signed_in_at }])
})

it('lets in a program with an API key while the key is locked', async () => {
  const { resolve } = sessions()
  const own = mayManageOwnAccount(await resolve(TOKEN))
  const { api_key, secret } = await createApiKey(database.db, own, { name: 'mine', scopes: ['read'] })
  const lastUse = async () =>
    (await database.pool.query('select last_used_at from api_keys where id = $1', [api_key.id])).rows[0].last_used_at
  expect(await whileLocked(() => resolve(`Bearer ${secret}`))).toMatchObject({ email: identity.email })
  expect(await lastUse()).toBeNull()
  await resolve(`Bearer ${secret}`)
  expect(await lastUse()).toBeInstanceOf(Date)
})

it('answers a new person whose address belongs to a locked account', async () => {
  const { resolve } = sessions()
  await resolve(TOKEN)
  identity = { ...identity, subject: `${identity.subject}-again` }
  await expect(whileLocked(() => resolve(TOKEN))).rejects.toMatchObject({ code: 'unauthenticated' })
})

it('lets in the operator while their account is locked, and makes them super admin with a later request', async () => {
  const firstAdminEmail = identity.email
  const operator = createSessions(createDatabase(impatient), { verify: async () => identity }, { firstAdminEmail })
  await sessions().resolve(TOKEN)
  expect(await whileLocked(() => operator.resolve(TOKEN))).toMatchObject({ role: 'basic_user' })
  expect(await operator.resolve(TOKEN)).toMatchObject({ role: 'super_admin' })
})
