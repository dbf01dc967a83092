/** The short form of `campaigns/canary.ts`: thirty injected documents. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { playInjections } from './support/injection/play.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('no secret leaves through a model that obeys what a document says', { timeout: 180_000 }, async () => {
  const { leaks, traced, searched, remembered, obeyed, refused, lookups, runs, agents } = await playInjections(
    database,
    {
      documents: 30,
      seed: 61,
      agents: 2,
    },
  )
  expect(leaks).toEqual([])
  // That it was tried at all.
  expect(runs).toBe(30 * 5)
  expect(obeyed).toBeGreaterThan(30 * 7)
  expect(searched).toBeGreaterThan(5)
  expect(remembered).toBe(30)
  // The traces, with every prompt in them, are among the tables that were searched.
  expect([traced >= obeyed / 2, refused > 0, lookups > 0]).toEqual([true, true, true])
  expect([...agents.values()].every(({ succeeded }) => succeeded > 0)).toBe(true)
})
