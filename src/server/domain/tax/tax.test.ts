import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertUser } from '#test/support/users.ts'
import { findSellerTax, findTaxRates } from './tax.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it.each([
  ['2024-07-09T18:29:59Z', { tcs: 100, tds: 100 }],
  // midnight in India
  ['2024-07-09T18:30:00Z', { tcs: 50, tds: 100 }],
  ['2024-09-30T18:29:59Z', { tcs: 50, tds: 100 }],
  ['2024-09-30T18:30:00Z', { tcs: 50, tds: 10 }],
  ['2026-11-20T00:00:00Z', { gst: 1800, tcs: 50, tds: 10, tds_no_pan: 500, tds_free_paise: 50_000_000 }],
])('at %s the rates of that day hold', async (at, rates) => {
  expect(await findTaxRates(database.db, new Date(at))).toMatchObject(rates)
})

it('takes somebody who has said nothing for a person without numbers', async () => {
  const seller = await insertUser(database, 'seller')
  expect(await findSellerTax(database.db, seller, new Date())).toEqual({
    has_gstin: false,
    has_pan: false,
    is_individual: true,
    year_paise: 0,
  })
})
