/** The short form of the second part of `campaigns/ledger.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAcceptanceStorm } from './support/acceptance-storm.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { LONG } from './support/scale.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('charges what is accepted and nothing else, no matter who decides at the same moment and whatever is cut', {
  timeout: 90_000,
}, async () => {
  const report = await runAcceptanceStorm(database, {
    moves: LONG ? 10_000 : 600,
    workers: 8,
    cut_every_ms: 150,
    seed: 7,
  })
  expect(report.breaks).toEqual([])
  for (const seen of [report.settled, report.rejected, report.changed, report.refused]) expect(seen).toBeGreaterThan(0)
})
