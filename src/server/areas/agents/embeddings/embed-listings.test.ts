/** How vectors are kept and asked for, whatever makes them. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AgentQuery } from '#contract/agents/agents.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import { createMarketplace } from '#server/areas/agents/agents/marketplace.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { insertUser } from '#test/support/users.ts'
import { embedWaitingListings } from './embed-listings.ts'
import { createEmbeddingSearch } from './embedding-search.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const never = new AbortController().signal
const log = { warn: () => {} }

/** Texts of lorries point one way, all others another. */
const embed: EmbedPort = async (texts) =>
  texts.map((text) => {
    const lorry = /lorry|freight/i.test(text)
    return Float32Array.from({ length: 512 }, (_, i) => (i % 2 === (lorry ? 0 : 1) ? 1 : -0.1) / Math.sqrt(258.6))
  })
const broken: EmbedPort = async () => {
  throw new Error('no process')
}

let database: TestDatabase
let seller: string
beforeAll(async () => {
  database = await createTestDatabase()
  seller = await insertUser(database, 'seller')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query(`delete from listing_vectors; update agents set status = 'draft'`)
})

const add = (name: string) => addAgent(database.pool, seller, document, { name })
const waiting = async (): Promise<number> =>
  (await database.pool.query(`select count(*)::int as count from listing_vectors where model = ''`)).rows[0].count
const ask = (embeddingSearch: ReturnType<typeof createEmbeddingSearch>, search: string) =>
  createMarketplace(database.db, { reader: readPrimary(database.db), fresh_ms: 0, embeddingSearch }).list(
    AgentQuery.parse({ search }),
  )

it('makes one for what is published, again when its text changes, and not for a draft', async () => {
  const { id } = await add('Lorry planner')
  await addAgent(database.pool, seller, document, { name: 'Half done', status: 'draft' })
  expect(await embedWaitingListings(database.db, embed, never)).toBe(1)
  expect(await embedWaitingListings(database.db, embed, never)).toBe(0)
  await database.pool.query('update agents set popularity = popularity + 1, rating = 4 where id = $1', [id])
  expect(await waiting()).toBe(0)
  await database.pool.query(`update agents set tagline = 'Plans loads' where id = $1`, [id])
  expect(await embedWaitingListings(database.db, embed, never)).toBe(1)
  await database.pool.query(`update listing_vectors set model = 'an older one'`)
  expect(await embedWaitingListings(database.db, embed, never)).toBe(1)
})

it('keeps no vector of a text that changed meanwhile', async () => {
  const { id } = await add('Lorry planner')
  const slow: EmbedPort = async (texts, signal) => {
    await database.pool.query(`update agents set name = 'Cake baker' where id = $1`, [id])
    return embed(texts, signal)
  }
  await embedWaitingListings(database.db, slow, never)
  expect(await waiting()).toBe(1)
  expect(await embedWaitingListings(database.db, embed, never)).toBe(1)
})

it('takes again what failed, later, and what a dead process had taken', async () => {
  await add('Lorry planner')
  await expect(embedWaitingListings(database.db, broken, never)).rejects.toThrow('no process')
  expect(await embedWaitingListings(database.db, embed, never)).toBe(0)
  await database.pool.query(`update listing_vectors set taken_until = now() - interval '1 second'`)
  expect(await embedWaitingListings(database.db, embed, never)).toBe(1)
})

it('divides what waits among those who ask at the same time', async () => {
  for (let i = 0; i < 20; i++) await add(`Lorry ${i}`)
  const taken = await Promise.all([1, 2, 3].map(() => embedWaitingListings(database.db, embed, never)))
  expect(taken.reduce((sum, count) => sum + count)).toBe(20)
  expect(await waiting()).toBe(0)
})

it('adds what means the same, counts it, and leaves out what is withdrawn', async () => {
  const { id } = await add('Lorry planner')
  await add('Cake baker')
  while ((await embedWaitingListings(database.db, embed, never)) > 0);
  const embeddingSearch = createEmbeddingSearch({ db: database.db, embed, log, budget_ms: 10_000 })
  const found = await ask(embeddingSearch, 'freight abroad')
  expect([found.total, found.related, found.more_soon]).toEqual([1, [id], false])
  expect(found.facets.categories.map(({ count }) => count)).toEqual([1])
  expect((await ask(embeddingSearch, 'lorry planner')).related).toEqual([])
  await database.pool.query(`update agents set status = 'suspended' where id = $1`, [id])
  expect((await ask(embeddingSearch, 'freight abroad')).total).toBe(0)
})

it('answers by words at once while the meaning is late, and when there is none', { timeout: 40_000 }, async () => {
  await add('Lorry planner')
  await embedWaitingListings(database.db, embed, never)
  const asked = Promise.withResolvers<void>()
  const slow: EmbedPort = async (texts, signal) => {
    await asked.promise
    return embed(texts, signal)
  }
  const embeddingSearch = createEmbeddingSearch({ db: database.db, embed: slow, log, budget_ms: 1 })
  expect(await ask(embeddingSearch, 'freight lorry')).toMatchObject({ more_soon: true, related: [], total: 1 })
  const others = ['a b', 'c d', 'e f', 'g h', 'i j'].map((search) => embeddingSearch.nearest(search))
  expect(new Set(await Promise.all(others))).toEqual(new Set(['late']))
  asked.resolve()
  await expect
    .poll(async () => (await ask(embeddingSearch, 'freight goods')).related.length, { timeout: 20_000 })
    .toBe(1)
  const none = createEmbeddingSearch({ db: database.db, embed: broken, log, budget_ms: 10_000 })
  expect(await ask(none, 'freight lorry')).toMatchObject({ more_soon: false, related: [], total: 1 })
})
