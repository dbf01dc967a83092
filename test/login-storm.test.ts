/** The short form of `campaigns/login-storm.ts`: 10,000 log-ins a minute on one account, for three seconds. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createRealIdentity, type TestIdentity } from '#test/support/identity.ts'
import { runLoginStorm } from '#test/support/login-storm.ts'

let database: TestDatabase
let identity: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createRealIdentity(database)
})
afterAll(async () => {
  await identity.stop()
  await database.drop()
})

it('throttles the guesses on one account, while its owner and other users get in', async () => {
  const report = await runLoginStorm(identity, { guesses: 500, over_ms: 3000, addresses: 350, others: 8, owner: 8 })
  expect(report).toMatchObject({ checked: 20, throttled: 480 })
  expect(report.other).toEqual({})
  expect(report.owner).toMatchObject({ tried: 8, worked: 8 })
  expect(report.others).toMatchObject({ tried: 8, worked: 8 })
}, 60_000)
