/** How long the row of an account is locked against its customers while it is erased, beside mail of other accounts. */
import type { ClientBase } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabaseOn } from '#server/platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { erasePerson } from './erase.store.ts'
import type { Person } from './person.ts'

/** What one account may send in eight hours: 100 mails an hour of 200,000 characters (`areas/runs/mail/run-mail.ts`). */
const MAILS = 800

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('takes no longer because somebody else has sent long mails', { timeout: 180_000 }, async () => {
  const { pool } = database
  const account = async (name: string): Promise<Person> => {
    const { rows } = await pool.query(
      `insert into users (firebase_uid, email, display_name, role) values ($1, $1 || '@example.com', $1, 'seller') returning id`,
      [name],
    )
    return { id: rows[0].id, email: `${name}@example.com`, proven: true, subject: name } as Person
  }
  /** Of the lock that makes others wait, in ms: from the moment it is taken until the end of the transaction. */
  const lockedFor = async (person: Person): Promise<number> => {
    const client = await pool.connect()
    try {
      let from = 0
      const noted = {
        query: async (text: string, values?: unknown[]) => {
          const result = await client.query(text, values)
          if (/from users where id = \$1 for update$/.test(text)) from = performance.now()
          return result
        },
      }
      await client.query('begin')
      await erasePerson(createDatabaseOn(noted as unknown as ClientBase), person)
      await client.query('commit')
      expect(from).toBeGreaterThan(0)
      return performance.now() - from
    } finally {
      client.release()
    }
  }
  const alone = await lockedFor(await account('first'))
  await pool.query(
    `insert into mails (id, to_address, subject, body, status, sent_at)
     select gen_random_uuid(), 'x@example.org', 'Report', words.text, 'sent', now()
     from (select left(string_agg(md5(n::text), ' '), 200000) as text from generate_series(1, 6500) n) words, generate_series(1, $1::int)`,
    [MAILS],
  )
  const beside = await lockedFor(await account('second'))
  console.log({ alone: Math.round(alone), beside: Math.round(beside) })
  expect(beside).toBeLessThan(alone + 500)
})
