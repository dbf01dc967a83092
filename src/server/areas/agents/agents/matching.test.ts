/** Pages of what is found by words and by meaning together, when the words alone find more than is ranked. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AgentId } from '#contract/core/primitives.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { insertUser } from '#test/support/users.ts'
import { countKinds, countOnlyRelated, findPage, type Listing } from './agents.store.ts'
import { type Matching, RANKED } from './matching.store.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const WITH = RANKED + 60
const COPY = `insert into agents (slug, seller_id, name, tagline, description, category_slug, icon, tags, status, price_type, price_paise,
    published_at, popularity, current_version_id)
  select 'copy-' || i, seller_id, case when i <= $2 then 'Ledger ' else 'Other ' end || i, tagline, description, category_slug, icon, tags, status,
    case when i % 3 = 0 then 'per_run' else 'free' end, case when i % 3 = 0 then i * 100 else 0 end, now() - i * interval '1 minute', (i * 7919) % 100,
    current_version_id
  from agents, generate_series(1, $2 + 10) i where slug = $1`

let database: TestDatabase
let ids: Map<string, AgentId>
beforeAll(async () => {
  database = await createTestDatabase()
  const seller = await insertUser(database, 'seller')
  await addAgent(database.pool, seller, document, { slug: 'first', name: 'Another', tagline: 'does things' })
  await database.pool.query(COPY, ['first', WITH])
  const { rows } = await database.pool.query<{ slug: string; id: AgentId }>('select slug, id from agents')
  ids = new Map(rows.map(({ slug, id }) => [slug, id]))
})
afterAll(() => database.drop())

const id = (n: number): AgentId => ids.get(`copy-${n}`) ?? ('' as AgentId)
/** Two that have no word of it, and one that has. */
const related = () => [id(WITH + 3), id(7), id(WITH + 1)]
const total = async (query: Listing, by: Matching): Promise<number> =>
  [
    ...(await countKinds(database.db, query, { ...by, related: [] })),
    ...(await countOnlyRelated(database.db, query, by)),
  ]
    .filter(({ price_type }) => !query.price || price_type === query.price)
    .reduce((sum, { count }) => sum + count, 0)

async function readAll(query: Listing, by: Matching, limit: number) {
  const all = await total(query, by)
  const rows = []
  for (let offset = 0; offset < all; offset += limit)
    rows.push(...(await findPage(database.db, query, { limit, offset, by, total: all })))
  return { all, rows }
}

it.each([
  ['relevance', {}, 5],
  ['relevance', {}, 100],
  ['relevance', { price: 'free' as const }, 7],
  ['newest', {}, 50],
  ['price_high', {}, 50],
] as const)('gives each once, sorted by %s under %j, %i to a page', async (sort, filters, limit) => {
  const query: Listing = { search: 'ledger', sort, ...filters }
  const unfiltered = query.price === undefined
  const by: Matching = { words: "'ledger'", fit: 'any', related: related() }
  const { all, rows } = await readAll(query, by, limit)
  expect(all).toBeGreaterThan(unfiltered ? RANKED : 300)
  expect(new Set(rows.map((row) => row.id)).size).toBe(all)
  expect(rows).toHaveLength(all)
  expect(rows.filter((row) => row.only_related).map((row) => row.name)).toEqual(
    expect.arrayContaining([`Other ${WITH + 3}`, `Other ${WITH + 1}`].filter(() => unfiltered)),
  )
})

it('puts what means it first, the nearest before the others, and then what is used most', async () => {
  const by: Matching = { words: "'ledger'", fit: 'any', related: related() }
  const { rows } = await readAll({ search: 'ledger', sort: 'relevance' }, by, 40)
  expect(rows.slice(0, 3).map((row) => row.id)).toEqual(related())
  const used = new Map(
    (await database.pool.query('select id, popularity from agents')).rows.map((r) => [r.id, r.popularity]),
  )
  const rest = rows.slice(3).map((row) => used.get(row.id))
  expect(rest).toEqual(rest.toSorted((a, b) => b - a))
})
