/** The short form of `campaigns/ledger.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { runLedgerStorm } from '#test/support/ledger-storm.ts'
import { insertUser } from '#test/support/users.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('keeps the books through random movements, cut connections, repeated and forged keys', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => insertUser(database)))
  const report = await runLedgerStorm(database, {
    operations: 1000,
    batch: 500,
    workers: 4,
    cut_every_ms: 120,
    seed: 41,
    buyers: people.slice(0, 8),
    sellers: people.slice(8),
  })
  expect(report.breaks).toEqual([])
  expect(report.batches).toBe(2)
  // It proves nothing when nothing was refused, cut, repeated or forged.
  for (const count of [report.refused, report.cut, report.repeated, report.forged]) expect(count).toBeGreaterThan(0)
  expect(Object.keys(report.posted).sort()).toEqual([
    'correction',
    'hold',
    'payout',
    'payout_ended',
    'refund',
    'release',
    'sale',
    'top_up',
  ])
}, 60_000)
