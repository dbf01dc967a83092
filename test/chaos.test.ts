import { afterAll, beforeAll, expect, it } from 'vitest'
import { runChaos } from './support/chaos.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('loses no execution and makes no effect twice while workers are killed', { timeout: 120_000 }, async () => {
  const result = await runChaos(database, {
    executions: 30,
    effects: 6,
    workers: 2,
    kills: 4,
    kill_every_ms: 400,
    effect_ms: 30,
  })
  expect(result).toMatchObject({ lost: 0, missing: 0, foreign: 0 })
})
