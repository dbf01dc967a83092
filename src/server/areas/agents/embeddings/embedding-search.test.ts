/** Searches in words that the right listing does not have, over the house's own agents and others, with the model of the installation. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { AgentQuery } from '#contract/agents/agents.ts'
import { embedForServer } from '#nodes/runner-ports.ts'
import { createMarketplace, type Marketplace } from '#server/areas/agents/agents/marketplace.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { createRunners } from '#server/runners/runners.ts'
import { seed } from '#server/seed/seed.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { GIBBERISH, MARKET_LISTINGS, PARAPHRASES } from '#test/support/market-listings.ts'
import { insertUser } from '#test/support/users.ts'
import { embedWaitingListings } from './embed-listings.ts'
import { createEmbeddingSearch } from './embedding-search.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
const never = new AbortController().signal
const log = { warn: () => {} }

const embed = embedForServer(runners.embed)
let database: TestDatabase
let byWords: Marketplace
let byEmbedding: Marketplace
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
  const seller = await insertUser(database, 'seller')
  for (const one of MARKET_LISTINGS) await addAgent(database.pool, seller, document, one)
  while ((await embedWaitingListings(database.db, embed, never)) > 0);
  const embeddingSearch = createEmbeddingSearch({ db: database.db, embed, log, budget_ms: 20_000 })
  byWords = createMarketplace(database.db, { reader: readPrimary(database.db), fresh_ms: 60_000 })
  byEmbedding = createMarketplace(database.db, { reader: readPrimary(database.db), fresh_ms: 60_000, embeddingSearch })
}, 180_000)
afterAll(async () => {
  await runners.stop()
  await database.drop()
})

const ask = (market: Marketplace, search: string) => market.list(AgentQuery.parse({ search }))

/** Of the table, what has a right listing among the first three. */
async function answered(market: Marketplace): Promise<string[]> {
  const found: string[] = []
  for (const [search, ...right] of PARAPHRASES) {
    const { agents } = await ask(market, search)
    if (agents.slice(0, 3).some(({ slug }) => right.includes(slug))) found.push(search)
  }
  return found
}

it('answers more of what is asked in other words', { timeout: 180_000 }, async () => {
  const [words, byEmbeddings] = [await answered(byWords), await answered(byEmbedding)]
  expect(words.length).toBeLessThan(PARAPHRASES.length / 3)
  expect(byEmbeddings.length).toBeGreaterThan(PARAPHRASES.length * 0.6)
  // What words answered well is rarely answered worse.
  expect(words.filter((search) => !byEmbeddings.includes(search)).length).toBeLessThanOrEqual(2)
})

it.each([
  ['apartment agreement', 'lease-reader'],
  ['vacation itinerary', 'trip-planner'],
  ['get fit and strong', 'gym-coach'],
  ['judge and lawyer schedule', 'court-diary'],
  ['side effects of pills taken together', 'drug-interactions'],
  ['healthy eating with high sugar', 'diet-chart'],
  ['fix spelling errors', 'grammar'],
])('says of “%s” that %s is only related', async (search, slug) => {
  const { agents, related, total } = await ask(byEmbedding, search)
  const right = agents.find((agent) => agent.slug === slug)
  expect(related).toContain(right?.id)
  expect(total).toBe(agents.length)
})

it.each(GIBBERISH)('relates nothing to “%s”', async (search) => {
  expect((await ask(byEmbedding, search)).related).toEqual([])
})
