import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { outside } from '#test/support/one-connection.ts'
import { enforceRateLimit } from './rate-limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('never asks for more than the hour that a window lasts, of a request that began before another opened it', async () => {
  const limits = [{ name: 'contact', subject: 'asha@clinic.example', max: 1 }]
  const refused = await database.db.transaction().execute(async (earlier) => {
    await earlier.selectFrom('users').select('id').execute()
    await outside(() => enforceRateLimit(database.db, limits))
    return enforceRateLimit(earlier, limits).catch((error: unknown) => error)
  })
  expect(refused).toMatchObject({ code: 'too_many_requests', retryAfter: 3600 })
  expect((refused as Error).message).toContain('Please try again in 60 minutes.')
})
