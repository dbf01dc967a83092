/** With a provider elsewhere (Firebase): requests with a new token while the row of their account is locked, as its deletion does for up to a minute. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Identity } from '#server/gateways/identity.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { outside } from '#test/support/one-connection.ts'
import { createSessions } from './sessions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('holds no connection while the account is being deleted', { timeout: 30_000 }, async () => {
  const identity = (at: number): Identity => ({
    subject: 'firebase-subject',
    email: 'person@example.com',
    name: 'Person',
    session_id: null,
    signed_in_at: new Date(at),
    email_verified: true,
  })
  let at = 1_700_000_000_000
  const sessions = createSessions(database.db, { verify: async () => identity(at) })
  await sessions.resolve('Bearer a.b.c')
  at += 60_000
  const client = await database.pool.connect()
  let resolved = false
  let asked: Promise<unknown> | undefined
  try {
    await client.query('begin')
    await client.query(`select 1 from users where firebase_uid = 'firebase-subject' for no key update`)
    await outside(async () => {
      asked = sessions.resolve('Bearer a.b.c').finally(() => {
        resolved = true
      })
      const waits = async () =>
        (
          await database.pool.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update users set is_verified%'`,
          )
        ).rowCount ?? 0
      await expect.poll(async () => resolved || (await waits()) > 0, { timeout: 10_000 }).toBe(true)
    })
    expect(resolved).toBe(true)
  } finally {
    await client.query('rollback')
    client.release()
    await asked
  }
})
