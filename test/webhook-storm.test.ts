/** The short form of `campaigns/payments.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { webhookStorm } from './support/webhook-storm.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('keeps the books over webhooks that are copied, shuffled, changed and lost', async () => {
  const storm = await webhookStorm(database, { orders: 60, seed: Date.now() % 1_000_000 })
  expect(storm.events).toBeGreaterThan(120)
  expect(storm.tampered).toBeGreaterThan(0)
  expect(storm).toMatchObject({ tampered_accepted: 0, differing_after: [], ledger_sum: 0, drift: 0 })
  expect(storm.credits).toBe(storm.credits_due)
  const { most, redeemed, held, taken, freed, wrong } = storm.coupon
  expect(wrong).toEqual([])
  expect(redeemed).toBe(held + taken)
  expect(redeemed).toBeLessThanOrEqual(most)
  expect(taken).toBeGreaterThan(0)
  expect(held + freed + taken).toBeGreaterThanOrEqual(most)
}, 60_000)
