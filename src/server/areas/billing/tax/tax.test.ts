import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeBackSale } from '#server/areas/billing/charges/take-back-sale.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent } from '#test/support/paid-agent.ts'
import { sell } from '#test/support/sales.ts'
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

it('takes a visitor who has said nothing for a person without numbers', async () => {
  const seller = await insertUser(database, 'seller')
  expect(await findSellerTax(database.db, seller, new Date())).toEqual({
    has_gstin: false,
    has_pan: false,
    is_individual: true,
    year_paise: 0,
  })
})

it('knows what a seller sold from April to March in India, without what went back, however much at the same time', async () => {
  const { db } = database
  const { agent_id, seller } = await insertAgent(database, workflow([node('start', 'manual_trigger')], []))
  const buyer = await insertUser(database)
  await giveCredits(database, buyer, 100_000)
  const at = (now: string, paise: number) =>
    sell(database, { buyer, seller, agent: { id: agent_id }, paise, released: false, now: new Date(now) })
  const ids = await Promise.all([...Array(12)].map(() => at('2026-03-31T18:30:00Z', 1_000)))
  await at('2026-03-31T18:29:59Z', 700)
  const back = (id: string, paise: number) =>
    db
      .transaction()
      .execute((tx) =>
        takeBackSale(tx, { key: `back:${id}`, sale: id, paise, to: { account: 'credits', owner: buyer } }),
      )
  await Promise.all(ids.slice(0, 4).map((id) => back(id, 250)))
  const sold = async (day: string) => (await findSellerTax(db, seller, new Date(day))).year_paise
  expect(await sold('2026-03-31T00:00:00Z')).toBe(700)
  expect(await sold('2026-04-01T00:00:00Z')).toBe(11_000)
  expect(await sold('2027-03-31T18:29:59Z')).toBe(11_000)
  expect(await sold('2027-03-31T18:30:00Z')).toBe(0)
})
