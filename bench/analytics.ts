/**
 * Figures of /analytics over many events: how long counting them takes, and how long each figure takes for every length of period.
 * `npm run bench -- analytics [events] [days] [agents]`; 2,000,000 events over 395 days when nothing is given. Exits non-zero when a figure
 * takes more than 300 ms.
 *
 * What a figure reads depends on days, pages, agents and words, and not on the number of events: the tables of sums are filled with what
 * 50,000,000 events leave in them, and the events themselves are counted by the real job at the size that is given.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserId } from '#contract/core/primitives.ts'
import { mayReadFigures, mayReadOwnAgents } from '#server/areas/platform/analytics/analytics.policy.ts'
import { countFigures } from '#server/areas/platform/analytics/counting.ts'
import * as figures from '#server/areas/platform/analytics/figures.ts'
import { readClock } from '#server/areas/platform/analytics/progress.store.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'

const MOST_MS = 300
const WANTED_EVENTS = 50_000_000
const TIMES = 5
/** Words that a day keeps, and agents that are used on a day, at the size that is wanted. */
const SEARCHES_OF_DAY = 500
const SELLERS = 200
const VISIT_EVENTS = 10

const id = (kind: number, n: string) => `('00000000-0000-7000-800${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

async function fillListings(pool: Pool, agents: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into categories (slug, name, description, icon, position) select 'category-' || i, 'Category ' || i, '', 'box', i from generate_series(0, 7) i`,
    )
    await client.query(
      `insert into users (id, firebase_uid, email, display_name, role, created_at)
       select ${id(1, 'i')}, 'u' || i, 'u' || i || '@example.com', 'Seller ' || i, 'seller', now() - interval '1 day' from generate_series(0, ${SELLERS - 1}) i`,
    )
    await client.query(
      `insert into agents (id, slug, seller_id, name, tagline, description, category_slug, icon, tags, status, price_type, price_paise, published_at)
       select ${id(3, 'i')}, 'agent-' || i, ${id(1, `i % ${SELLERS}`)}, 'Agent ' || i, '', '', 'category-' || i % 8, 'bot', '{}', 'published', 'free', 0, now()
       from generate_series(0, $1::int - 1) i`,
      [agents],
    )
  } finally {
    client.release()
  }
}

/** Page views, openings of agents and searches over the days, ten events a visit, a twentieth of the words found nothing. */
async function fillEvents(pool: Pool, events: number, days: number, agents: number): Promise<void> {
  await pool.query(
    `insert into analytics_events (name, params, session_id, at, received_at)
     select case i % 10 when 0 then 'search' when 1 then 'agent_view' when 2 then 'agent_view' when 9 then 'feature_used' else 'page_view' end,
       case i % 10 when 0 then jsonb_build_object('term', 'word ' || (sqrt(random() * 4e6))::int, 'results', (random() * 20)::int)
         when 1 then jsonb_build_object('agent_id', ${id(3, `(random() * random() * ($3::int - 1))::int`)}, 'category', 'x')
         when 2 then jsonb_build_object('agent_id', ${id(3, `(random() * random() * ($3::int - 1))::int`)}, 'category', 'x')
         when 9 then jsonb_build_object('feature', 'command_palette')
         else jsonb_build_object('path', (array['/', '/marketplace', '/agent/{id}', '/pricing', '/docs/{page}'])[1 + i % 5]) end,
       ${id(9, `i / ${VISIT_EVENTS}`)}, t, t
     from (select i, now() - interval '10 minutes' - ($1::bigint - i) * ($2::int * interval '1 day') / $1::bigint as t from generate_series(1, $1::bigint) i) made`,
    [events, days, agents],
  )
}

/** The sums that the wanted number of events leaves: every agent is used every day, and a day has all the words it may keep. */
async function fillSums(pool: Pool, days: number, agents: number): Promise<void> {
  const all = `generate_series((now() at time zone 'Asia/Kolkata')::date - ${days}, (now() at time zone 'Asia/Kolkata')::date, interval '1 day') d`
  const some = '(random() * 100)::int'
  await pool.query('truncate analytics_agent_days, analytics_search_days, analytics_segment_days, analytics_money_days')
  await pool.query(
    `insert into analytics_agent_days (day, agent_id, seller_id, category, views, visits, tried, again, bought, runs, failed, sales, gross_paise, commission_paise, seller_paise)
     select d, ${id(3, 'i')}, ${id(1, `i % ${SELLERS}`)}, 'category-' || i % 8, ${some}, ${some}, ${some}, ${some}, ${some}, ${some}, ${some}, ${some}, ${some}, ${some}, ${some}
     from ${all}, generate_series(0, ${agents - 1}) i`,
  )
  await pool.query(
    `insert into analytics_search_days (day, term, searches, visits, not_found)
     select d, 'word ' || ((i * 37 + extract(day from d)::int * 11) % 4000), ${some}, ${some}, ${some} from ${all}, generate_series(1, ${SEARCHES_OF_DAY}) i
     on conflict do nothing`,
  )
  await pool.query(
    `insert into analytics_segment_days (day, category, role, is_new, tried, again, bought, runs, failed, sales, gross_paise)
     select d, 'category-' || c, r, n, ${some}, ${some}, ${some}, ${some}, ${some}, ${some}, ${some}
     from ${all}, generate_series(0, 7) c, unnest(array['visitor', 'basic_user', 'seller', 'creator_admin', 'admin', 'super_admin']) r, unnest(array[true, false]) n`,
  )
  await pool.query(
    `insert into analytics_people_days (day, role, is_new, signed_up, active) select d, r, n, ${some}, ${some}
     from ${all}, unnest(array['basic_user', 'seller', 'admin']) r, unnest(array[true, false]) n on conflict do nothing`,
  )
  await pool.query(
    `insert into analytics_cohorts (joined_week, week, people) select distinct date_trunc('week', a.d::timestamp)::date, date_trunc('week', b.d::timestamp)::date, ${some}
     from ${all.replace(/ d$/, ' a(d)')}, ${all.replace(/ d$/, ' b(d)')} where b.d >= a.d on conflict do nothing`,
  )
  await pool.query(
    `insert into analytics_money_days (day, account, movement, paise) select d, a, m, ${some}
     from ${all}, unnest(array['commission', 'plans', 'models', 'gateway_fees', 'losses', 'credits', 'refunds_due', 'gst_payable']) a,
       unnest(array['sale', 'plan', 'models', 'refund', 'gateway_fee', 'top_up']) m`,
  )
}

const ADMIN: UserCaller = {
  type: 'user',
  id: UserId.parse('00000000-0000-7000-8001-000000000000'),
  role: 'admin',
  permissions: new Set(['analytics.view', 'agents.create']),
  email: '',
  display_name: '',
  session_id: null,
}

type Question = (db: Database, period: '7' | '30' | '90' | '365') => Promise<unknown>
const now = new Date()
const page = { limit: 25, offset: 0 }
const grant = mayReadFigures(ADMIN)
const QUESTIONS: Record<string, Question> = {
  visits: (db, period) => figures.getVisits(db, grant, { period }, now),
  searches: (db, period) => figures.getSearches(db, grant, { period, show: 'all', ...page }, now),
  'searches without results': (db, period) =>
    figures.getSearches(db, grant, { period, show: 'not_found', ...page }, now),
  funnel: (db, period) => figures.getFunnel(db, grant, { period }, now),
  'funnel of a segment': (db, period) =>
    figures.getFunnel(db, grant, { period, category: 'category-1', role: 'basic_user', people: 'new' }, now),
  retention: (db, period) => figures.getRetention(db, grant, { period }, now),
  agents: (db, period) => figures.getAgents(db, grant, { period, sort: 'runs', ...page }, now),
  sellers: (db, period) => figures.getSellers(db, grant, { period, sort: 'gross_paise', ...page }, now),
  revenue: (db, period) => figures.getRevenue(db, grant, { period }, now),
  'a seller’s agents': (db, period) =>
    figures.getOwnAgents(db, mayReadOwnAgents(ADMIN), { period, sort: 'runs', ...page }, now),
}

/** The longest of the median times, in ms. */
async function measure(db: Database): Promise<number> {
  const rows: Record<string, string | number>[] = []
  let longest = 0
  for (const [figure, ask] of Object.entries(QUESTIONS)) {
    const row: Record<string, string | number> = { figure }
    for (const period of ['7', '30', '90', '365'] as const) {
      const times: number[] = []
      for (let n = 0; n < TIMES; n++) {
        const began = performance.now()
        await ask(db, period)
        times.push(performance.now() - began)
      }
      const median = times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0
      longest = Math.max(longest, median)
      row[`${period} days, ms`] = median.toFixed(1)
    }
    rows.push(row)
  }
  console.table(rows)
  return longest
}

async function countAll(db: Database, pool: Pool, events: number): Promise<void> {
  const began = performance.now()
  await countFigures(db, { signal: new AbortController().signal, readClock })
  const seconds = (performance.now() - began) / 1000
  const { rows } = await pool.query(
    `select sum(events) filter (where name <> 'visit') as events, sum(events) filter (where name = 'visit') as visits from analytics_event_days`,
  )
  const each = (seconds / events) * 1e6
  console.log(
    `counted ${rows[0].events} of ${events} events (${rows[0].visits} visits) in ${seconds.toFixed(1)} s, ${each.toFixed(0)} µs each`,
  )
  console.log(
    `${WANTED_EVENTS} events over ${395} days are ${Math.round(WANTED_EVENTS / 395 / 1440)} a minute: ${((WANTED_EVENTS / 395 / 1440) * (each / 1000)).toFixed(1)} ms of each minute's job`,
  )
  if (Number(rows[0].events) !== events) throw new Error('Not every event was counted once')
}

/** @returns whether every figure was fast enough */
export async function analytics(events = 2_000_000, days = 395, agents = 1000): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-'))
  // When root runs this the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const settings = { max_wal_size: '4GB', fsync: 'off' }
  const server = await joinPostgres({ dataDir: folder, database: 'figures', settings, onLost: raise })
  const pool = createPool(server.url, 4)
  const db = createDatabase(pool)
  try {
    await migrate(pool)
    await fillListings(pool, agents)
    await fillEvents(pool, events, days, agents)
    await pool.query('vacuum analyze')
    await countAll(db, pool, events)
    await fillSums(pool, days, agents)
    await pool.query('vacuum analyze')
    const longest = await measure(db)
    console.log(`longest: ${longest.toFixed(1)} ms, wanted: ≤ ${MOST_MS} ms`)
    return longest <= MOST_MS
  } finally {
    await pool.end()
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [events, days, agents] = process.argv.slice(2).map(Number)
  process.exitCode = (await analytics(events, days, agents)) ? 0 : 1
}
