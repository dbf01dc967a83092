/** What people type and what they should see first: over the house's own agents and others beside them. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { AgentQuery } from '#contract/agents/agents.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { seed } from '#server/seed/seed.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { MARKET_LISTINGS, QUESTIONS } from '#test/support/market-listings.ts'
import { insertUser } from '#test/support/users.ts'
import { createMarketplace, type Marketplace } from './marketplace.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let database: TestDatabase
let market: Marketplace
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
  const seller = await insertUser(database, 'seller')
  for (const one of MARKET_LISTINGS) await addAgent(database.pool, seller, document, one)
  market = createMarketplace(database.db, { reader: readPrimary(database.db), fresh_ms: 60_000 })
})
afterAll(() => database.drop())

const first = async (search: string): Promise<string[]> =>
  (await market.list(AgentQuery.parse({ search }))).agents.map(({ slug }) => slug)

it.each(QUESTIONS)('“%s” finds %s first', async (search, expected) => {
  expect((await first(search))[0]).toBe(expected)
})

it('says what it took a misspelt word for, and nothing of a word that is right', async () => {
  expect((await market.list(AgentQuery.parse({ search: 'contarct' }))).corrected).toBe('contract')
  expect((await market.list(AgentQuery.parse({ search: 'contract' }))).corrected).toBeNull()
})

it.each(['zzzz qqqq', '🦀', "'; drop table agents; --", `${'a '.repeat(99)}`, '& | ! ( ) :*'])(
  'has an answer to “%s”',
  async (search) => {
    await expect(first(search)).resolves.toBeInstanceOf(Array)
  },
)

it('counts what each choice would leave', async () => {
  const all = await market.list(AgentQuery.parse({}))
  const quiet = await market.list(AgentQuery.parse({ model: 'none' }))
  expect(quiet.total).toBe(all.facets.no_model)
  expect(quiet.total).toBeLessThan(all.total)
  expect((await market.list(AgentQuery.parse({ offline: 'true' }))).total).toBe(all.facets.offline)
  const [id] = quiet.agents.map((agent) => agent.id)
  await database.pool.query('update agents set rating = 4.2, review_count = 3, quality = 80 where id = $1', [id])
  const fresh = createMarketplace(database.db, { reader: readPrimary(database.db), fresh_ms: 0 })
  const rated = await fresh.list(AgentQuery.parse({ rating: '4', category: quiet.agents[0]?.category.slug }))
  expect([rated.total, rated.agents[0]?.id, rated.facets.ratings]).toEqual([
    1,
    id,
    [
      { least: 4, count: 1 },
      { least: 3, count: 1 },
    ],
  ])
  expect((await fresh.list(AgentQuery.parse({ sort: 'quality' }))).agents[0]?.id).toBe(id)
})
