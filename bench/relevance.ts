/**
 * What searches find first among many listings: the table of `test/support/market-listings.ts` with the house's own agents, sellers'
 * listings and as many made ones beside them. `npm run bench -- relevance [listings]`. Prints every search whose first hit is another
 * one; exits non-zero when fewer than nine in ten are right.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentQuery } from '#contract/agents/agents.ts'
import { createMarketplace, type Marketplace } from '#server/areas/agents/agents/marketplace.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { seed } from '#server/seed/seed.ts'
import { MARKET_LISTINGS, QUESTIONS } from '#test/support/market-listings.ts'
import { raise } from '#test/support/raise.ts'
import { WORDS } from './marketplace-data.ts'

const LEAST_RIGHT = 0.9

/** What is asked for is the most used of its kind; of the others every one is of another trade, and has words of the table in its text. */
async function fill(pool: Pool, count: number): Promise<void> {
  await pool.query(`insert into users (firebase_uid, email, display_name, role)
    select 'seller' || i, 'seller' || i || '@example.com', 'Seller ' || i, 'seller' from generate_series(1, 200) i`)
  for (const { slug, name, tagline, category, tags } of MARKET_LISTINGS)
    await pool.query(
      `insert into agents (slug, seller_id, name, tagline, description, category_slug, icon, tags, status, price_type, price_paise, published_at)
       select $1, id, $2, $3, '', $4, 'bot', $5, 'published', 'free', 0, now() from users where firebase_uid = 'seller1'`,
      [slug, name, tagline, category, tags],
    )
  await pool.query('update agents set popularity = 20000')
  await pool.query(
    `with word as (select array[${WORDS.map((word) => `'${word}'`).join()}] as w),
       asked as (select array_agg(word order by md5(word)) as q, count(*) as m from search_words),
       own as (select array_agg(word order by md5(word)) as o, count(*) as n from (
         select distinct said as word from codes, regexp_split_to_table(lower(description), '[^a-z]+') said
         where length(said) between 4 and 12 and not exists (select from search_words s where s.word = said)) words),
       seller as (select array_agg(id) as ids from users), cat as (select array_agg(slug) as c, count(*) as k from categories)
     insert into agents (slug, seller_id, name, tagline, description, category_slug, icon, tags, status, price_type, price_paise, published_at, popularity)
     select 'made-' || i, ids[1 + i % 200], initcap(o[1 + i % n] || ' ' || w[1 + (i / 7) % 30]) || ' ' || i,
       'Helps with ' || w[1 + (i * 13) % 30] || ' and ' || o[1 + (i * 31) % n], 'Made for teams that care about ' || q[1 + (i * 17) % m] || '.',
       c[1 + i % k], 'bot', array[w[1 + (i * 3) % 30]], 'published', 'free', 0, now() - i * interval '1 minute', (1e4 / (1 + (i * 7919) % 100003))::int
     from generate_series(1, $1::int) i, word, asked, own, seller, cat`,
    [count],
  )
  const { rows } = await pool.query('select id from agent_versions limit 1')
  await pool.query('update agents set current_version_id = $1 where current_version_id is null', [rows[0].id])
  await pool.query('vacuum analyze')
}

async function ask(market: Marketplace, search: string): Promise<{ first: string; place: (slug: string) => number }> {
  const { agents } = await market.list(AgentQuery.parse({ search }))
  const slugs = agents.map(({ slug }) => slug)
  return { first: slugs[0] ?? '(nothing)', place: (slug) => slugs.indexOf(slug) + 1 }
}

/** @returns whether enough are right */
export async function relevance(listings = 100_000): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-'))
  // When root runs this the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const server = await joinPostgres({ dataDir: folder, database: 'bench', settings: { fsync: 'off' }, onLost: raise })
  const pool = createPool(server.url, 4)
  try {
    await migrate(pool)
    const db = createDatabase(pool)
    await seed(db)
    await fill(pool, listings)
    const market = createMarketplace(db, { reader: readPrimary(db), fresh_ms: 600_000 })
    const wrong: { search: string; wanted: string; place: number; first: string }[] = []
    const times: number[] = []
    for (const [search, wanted] of QUESTIONS) {
      const began = performance.now()
      const { first, place } = await ask(market, search)
      times.push(performance.now() - began)
      if (first !== wanted) wrong.push({ search, wanted, place: place(wanted), first })
    }
    if (wrong.length > 0) console.table(wrong)
    times.sort((a, b) => a - b)
    const right = QUESTIONS.length - wrong.length
    console.log(
      `${right} of ${QUESTIONS.length} right among ${listings} others; median ${times[times.length >> 1]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`,
    )
    return right >= QUESTIONS.length * LEAST_RIGHT
  } finally {
    await pool.end()
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [listings] = process.argv.slice(2).map(Number)
  process.exitCode = (await relevance(listings)) ? 0 : 1
}
