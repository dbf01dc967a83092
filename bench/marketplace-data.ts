/** Listings for measurements: as many as asked, with words, categories, prices and popularity spread as a marketplace has them. */
import type { EmbedPort } from '#nodes/ports.ts'
import { MODEL } from '#server/areas/agents/embeddings/embed-listings.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { packVector } from '#server/platform/vectors/signature.ts'

export const WORDS = [
  'invoice',
  'contract',
  'coding',
  'clinic',
  'summary',
  'ledger',
  'triage',
  'claims',
  'audit',
  'report',
  'resume',
  'email',
  'support',
  'discharge',
  'compliance',
  'policy',
  'receipt',
  'research',
  'translate',
  'schedule',
  'radiology',
  'tax',
  'lease',
  'patent',
  'payroll',
  'onboarding',
  'forecast',
  'survey',
  'quality',
  'insurance',
]
const CATEGORIES = [
  'healthcare',
  'document-processing',
  'finance',
  'customer-service',
  'legal',
  'productivity',
  'developer-tools',
  'marketing',
]

/** Fills an empty, migrated database. */
export async function fillMarketplace(pool: Pool, count: number): Promise<void> {
  for (const [position, slug] of CATEGORIES.entries())
    await pool.query(
      `insert into categories (slug, name, description, icon, position) values ($1, $1, '', 'box', $2)`,
      [slug, position],
    )
  await pool.query(`insert into users (firebase_uid, email, display_name, role)
    select 'seller' || i, 'seller' || i || '@example.com', 'Seller ' || i, 'seller' from generate_series(1, 200) i`)
  await pool.query(
    `insert into workflows (owner_id, name, document) select id, 'w', '{"schema_version":1,"nodes":[],"edges":[],"notes":[],"groups":[]}' from users limit 1`,
  )
  await pool.query(
    `insert into workflow_versions (workflow_id, number, document, content_hash) select id, 1, document, 'x' from workflows`,
  )
  await pool.query(
    `with word as (select array[${WORDS.map((word) => `'${word}'`).join()}] as w), cat as (select array[${CATEGORIES.map((slug) => `'${slug}'`).join()}] as c),
      seller as (select array_agg(id) as ids from users)
     insert into agents (slug, seller_id, name, tagline, description, category_slug, icon, tags, status, is_featured, price_type,
       price_paise, published_at, popularity)
     select 'agent-' || i, ids[1 + i % 200],
       initcap(w[1 + (i * 7) % 30] || ' ' || w[1 + (i / 30) % 30] || ' ') || i,
       'Does ' || w[1 + (i * 13) % 30] || ' work for teams that care about ' || w[1 + (i * 17) % 30],
       'Reads documents and gives ' || w[1 + (i * 11) % 30] || ' results with the evidence beside them.',
       c[1 + i % 8], 'bot', array[w[1 + (i * 3) % 30], w[1 + (i * 5) % 30]], 'published', i % 500 = 0,
       case when i % 3 = 0 then 'per_run' else 'free' end, case when i % 3 = 0 then (i % 90 + 1) * 100 else 0 end,
       now() - i * interval '1 minute', (1e6 / (1 + (i * 7919) % 100003))::int
     from generate_series(1, $1::int) i, word, cat, seller`,
    [count],
  )
  await pool.query(`insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, price_type, price_paise, content_hash)
    select a.id, 1, v.id, '{"type":"object"}', '{}', 'json', a.price_type, a.price_paise, 'x' from agents a, workflow_versions v`)
  await pool.query('update agents a set current_version_id = v.id from agent_versions v where v.agent_id = a.id')
  await pool.query(
    `insert into agent_stats (agent_id, runs, succeeded, median_ms, users_30d) select id, popularity, popularity * 9 / 10, 900, 3 from agents`,
  )
  await pool.query('vacuum analyze')
}

/**
 * Gives every listing a vector, made of one of each pair of words and a little chance: what the model makes of a hundred thousand texts
 * takes it most of an hour, and is not what is measured.
 */
export async function fillEmbeddings(pool: Pool, embed: EmbedPort): Promise<void> {
  const pairs = WORDS.flatMap((one) => WORDS.slice(0, 10).map((other) => `${one} ${other} for teams`))
  const vectors = await embed(pairs, new AbortController().signal)
  const { rows } = await pool.query<{ agent_id: string }>('select agent_id from listing_vectors order by slot')
  for (let from = 0; from < rows.length; from += 1000) {
    const made = rows.slice(from, from + 1000).map(({ agent_id }, i) => {
      const near = vectors[(from + i) % vectors.length] ?? new Float32Array()
      return {
        agent_id,
        ...packVector(near.map((value, at) => value + (((from + i + 1) * (at + 7) * 7919) % 1000) / 20_000 - 0.025)),
      }
    })
    await pool.query(
      `update listing_vectors v set model = $1, vector = m.vector, signature = m.signature, changed = nextval('listing_vectors_change')
       from unnest($2::uuid[], $3::bytea[], $4::bytea[]) m(agent_id, vector, signature) where v.agent_id = m.agent_id`,
      [MODEL, made.map((one) => one.agent_id), made.map((one) => one.vector), made.map((one) => one.signature)],
    )
  }
  await pool.query('vacuum analyze listing_vectors')
}

/** Sentences whose words no listing has all of: their meaning is asked. */
const asking = (i: number): string =>
  encodeURIComponent(
    `how do I get ${WORDS[i % 30]} and ${WORDS[(i * 11 + 3) % 30]} done ${['today', 'cheaply', 'abroad'][i % 3]}`,
  )

/** What people ask: half of them browse, a third search, some in sentences, the others open an agent. No two neighbours ask the same. */
export function requests(count: number): { kind: 'list' | 'search' | 'meaning' | 'detail'; path: string }[] {
  const sorts = ['relevance', 'popular', 'newest', 'name', 'price_low', 'price_high']
  return Array.from({ length: count }, (_, i) => {
    const n = Math.floor(i / 6)
    const word = WORDS[n % WORDS.length]
    if (i % 6 < 3) {
      const category = i % 4 === 0 ? `&category=${CATEGORIES[i % 8]}` : ''
      return { kind: 'list', path: `/api/v1/agents?page=${1 + (i % 40)}&sort=${sorts[i % 6]}${category}` }
    }
    if (i % 18 === 4) return { kind: 'meaning', path: `/api/v1/agents?search=${asking(Math.floor(i / 18))}` }
    if (i % 6 < 5) {
      const second = n % 3 > 0 ? `%20${WORDS[(n * 11 + Math.floor(n / 30)) % WORDS.length]}` : ''
      const price = n % 5 === 0 ? '&price=free' : ''
      return {
        kind: 'search',
        path: `/api/v1/agents?search=${n % 4 === 3 ? word?.slice(0, 4) : word}${second}${price}`,
      }
    }
    return { kind: 'detail', path: `/api/v1/agents/agent-${1 + ((i * 7919) % 10_000)}` }
  })
}
