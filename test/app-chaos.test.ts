/** The short form of `campaigns/app-chaos.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAppChaos } from './support/app-chaos/chaos.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('loses no run of connectors, and makes nothing twice, while workers are killed', { timeout: 180_000 }, async () => {
  const result = await runAppChaos(database, {
    runs: 4,
    rows: 2,
    workers: 1,
    kills: 3,
    kill_every_ms: 2_500,
    effect_ms: 30,
    revoke_every_ms: 3_000,
    quiet_ms: 60_000,
  })
  expect(result).toMatchObject({ lost: 0, missing: 0, twice: 0, foreign: 0 })
  expect(result.succeeded).toBeGreaterThan(0)
})
