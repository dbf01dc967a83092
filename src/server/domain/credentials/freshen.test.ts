import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#server/database/uuid.ts'
import { seal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertUser } from '#test/support/users.ts'
import { insertCredential } from './credentials.store.ts'
import { createFreshen } from './freshen.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('keeps one connection for the renewals of a person, however many wait for a service that does not answer', async () => {
  const ring: KeyRing = [{ id: '0123456789abcdef', key: randomBytes(32) }]
  const owner_id = await insertUser(database, 'seller')
  let asked = 0
  const answer = Promise.withResolvers<null>()
  const refresh = () => {
    asked += 1
    return answer.promise
  }
  const freshen = createFreshen(database.db, ring, { refresh, gmail: null } as never)
  const fields = { access_token: 'a', refresh_token: 'r', expires_at: new Date(0).toISOString() }
  const renewals: Promise<unknown>[] = []
  for (let n = 0; n < 20; n++) {
    const belongs = { id: uuidv7(), owner_id, type: 'oauth2_generic' as const }
    const row = { ...belongs, ...seal(ring, fields, belongs), name: `c${n}`, shown: {}, hint: null, status: 'ready' }
    await insertCredential(database.db, row as never, 100)
    renewals.push(freshen({ ...belongs, name: `c${n}`, fields }))
  }
  while (asked === 0) await new Promise(setImmediate)
  // All connections but the one that waits are there for others.
  const held = await Promise.all(Array.from({ length: 9 }, () => database.pool.connect()))
  for (const client of held) client.release()
  expect(asked).toBe(1)
  answer.resolve(null)
  expect((await Promise.allSettled(renewals)).map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
  expect(asked).toBe(20)
})
