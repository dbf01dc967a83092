/** The SQL of agents in the marketplace. Only published agents with a version are ever listed. */

import { type RawBuilder, sql } from 'kysely'
import type { AgentQuery } from '#contract/agents/agents.ts'
import type { AgentId, AgentVersionId, UserId } from '#contract/core/primitives.ts'
import { isId } from '#server/areas/agents/listing/agent-id.ts'
import { isListed, publicStatus } from '#server/areas/agents/listing/is-listed.store.ts'
import { hasPage, isChecked, isHouse } from '#server/areas/agents/sellers/page.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import {
  BY_LIKENESS,
  byEmbedding,
  byWords,
  isOnlyRelated,
  type Matching,
  matchesSearch,
  RANKED,
  rankingOrder,
} from './matching.store.ts'

export interface CardRow {
  id: AgentId
  current_version_id: AgentVersionId | null
  slug: string
  name: string
  tagline: string
  category_slug: string
  category_name: string
  more_categories: { slug: string; name: string }[]
  icon: string
  tags: string[]
  seller_id: UserId
  seller_name: string
  /** Null without a page. */
  seller_handle: string | null
  seller_verified: boolean
  seller_avatar: string | null
  is_featured: boolean
  price_type: string
  price_paise: number
  trial_runs: number
  runs: number | null
  succeeded: number | null
  median_ms: number | null
  users_30d: number | null
  measured_at: Date | null
  rating: number | null
  review_count: number
  quality: number | null
  published_at: Date | null
  updated_at: Date
}

/** How many published agents there are of each kind: every count of a list is a sum over these. */
export interface CountRow {
  category_slug: string
  more_categories: string[]
  price_type: string
  is_featured: boolean
  uses_model: boolean
  sends_out: boolean
  /** Whole stars, 0 without reviews. */
  stars: number
  count: number
}

const cardColumns = sql`a.id, a.current_version_id, a.slug, a.name, a.tagline, a.category_slug, c.name as category_name, a.icon, a.tags,
  (select coalesce(json_agg(json_build_object('slug', m.slug, 'name', m.name) order by m.position, m.slug), '[]')
    from categories m where m.slug = any(a.more_categories)) as more_categories,
  u.id as seller_id, u.display_name as seller_name, case when ${hasPage} then l.handle end as seller_handle,
  ${isChecked} as seller_verified, u.avatar_url as seller_avatar,
  a.is_featured, a.price_type, a.price_paise, a.trial_runs,
  s.runs, s.succeeded, s.median_ms, s.users_30d, s.measured_at, a.rating, a.review_count, a.quality, a.published_at, a.updated_at`
const cardJoins = sql`join categories c on c.slug = a.category_slug join users u on u.id = a.seller_id
  left join sellers l on l.user_id = a.seller_id left join agent_stats s on s.agent_id = a.id`

export type Listing = Pick<
  AgentQuery,
  'search' | 'category' | 'price' | 'featured' | 'rating' | 'model' | 'offline' | 'workflow_enabled' | 'seller' | 'sort'
> & {
  /** Only those that this person has put aside. */
  saved_by?: UserId | undefined
}

/** @param found what has to be found in a listing; nothing when nothing is searched for */
function conditions(query: Listing, found: RawBuilder<boolean> | null): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [isListed]
  if (found) parts.push(found)
  if (query.category)
    parts.push(sql`(a.category_slug = ${query.category} or a.more_categories @> array[${query.category}::text])`)
  if (query.price) parts.push(sql`a.price_type = ${query.price}`)
  if (query.featured === 'true') parts.push(sql`a.is_featured`)
  if (query.featured === 'false') parts.push(sql`not a.is_featured`)
  if (query.rating) parts.push(sql`a.stars >= ${query.rating}`)
  if (query.model === 'none') parts.push(sql`not a.uses_model`)
  if (query.offline) parts.push(sql`not a.sends_out`)
  if (query.workflow_enabled)
    parts.push(
      sql`exists (select from agent_versions v where v.id = a.current_version_id and v.listing @> '{"workflow_open": true}')`,
    )
  if (query.seller) parts.push(sql`a.seller_id = (select user_id from sellers where handle = ${query.seller})`)
  if (query.saved_by)
    parts.push(sql`exists (select from saved_agents x where x.agent_id = a.id and x.user_id = ${query.saved_by})`)
  return sql.join(parts, sql` and `)
}

/** A card of a page; `only_related` when it has none of the words that were asked for. */
export type FoundRow = CardRow & { only_related: boolean }

interface Page {
  limit: number
  offset: number
  by: Matching
  total: number
}

/** This many times as many as a page reaches to: then walking the most used until the page is full reads less than finding them all. */
const MANY = 100

/** Among which listings a page is looked for. */
function among(query: Listing, { by, total, limit, offset }: Page): RawBuilder<unknown> {
  const { search, sort } = query
  if (!search) return conditions(query, null)
  if (total <= RANKED) return conditions(query, matchesSearch(search, by))
  // How many listings hold two words is more than the planner guesses of each word: `is true` keeps it from the index of words.
  const walk = sort === 'relevance' && total >= MANY * (offset + limit)
  const words = walk ? sql<boolean>`(${byWords(search, by)}) is true` : byWords(search, by)
  if (by.related.length === 0) return conditions(query, words)
  // Of thousands that have the words only those can stand on this page that are first among them.
  return sql`a.id in (
    select a.id from agents a where ${conditions(query, byEmbedding(by))} union all
    (select a.id from agents a where ${conditions(query, sql`${words} and not ${byEmbedding(by)}`)}
      order by ${rankingOrder(query, { ...by, related: [] }, total)} limit ${offset + limit}))`
}

/** The rows of one page. Sorts and skips on the narrow side, then fetches only what is shown. */
export async function findPage(db: Queryable, query: Listing, page: Page): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with page as materialized (
      select a.id, a.only_related, row_number() over () as place from (
        select a.id, ${isOnlyRelated(query.search, page.by)} as only_related from agents a where ${among(query, page)}
        order by ${rankingOrder(query, page.by, page.total)} limit ${page.limit} offset ${page.offset}
      ) a
    )
    select ${cardColumns}, p.only_related from page p join agents a on a.id = p.id ${cardJoins} order by p.place`.execute(
    db,
  )
  return rows
}

/** Changes whenever an agent, a category or a seller does; also when a block ends by time, which changes no row. */
export async function findVersion(db: Queryable): Promise<number> {
  const { rows } = await sql<{
    version: number
  }>`select version + (select count(*) from users where status = 'blocked' and blocked_until <= now())::int as version
    from marketplace`.execute(db)
  return rows[0]?.version ?? 0
}

/** Of a listing, what its counts are taken under; the rest chooses among the kinds. */
export type Counted = Pick<Listing, 'search' | 'workflow_enabled' | 'seller' | 'saved_by'>

async function countFound(db: Queryable, query: Counted, found: RawBuilder<boolean> | null): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select a.category_slug, a.more_categories, a.price_type, a.is_featured, a.uses_model, a.sends_out, a.stars, count(*)::int as count
    from agents a where ${conditions({ ...query, sort: 'relevance' }, found)} group by 1, 2, 3, 4, 5, 6, 7`.execute(db)
  return rows
}

export const countKinds = (db: Queryable, query: Counted, by: Matching): Promise<CountRow[]> =>
  countFound(db, query, query.search ? matchesSearch(query.search, by) : null)

/** Those that are found by their meaning alone: a few, whatever the words find. */
export const countOnlyRelated = (db: Queryable, query: Counted, by: Matching): Promise<CountRow[]> =>
  countFound(db, query, sql`${byEmbedding(by)} and ${isOnlyRelated(query.search, by)}`)

export interface DetailRow extends CardRow {
  /** How many days buyers have to accept a result before it is charged; null where runs are charged when they succeed. */
  accept_days: number | null
  description: string
  status: string
  status_note: string
  maintenance: boolean
  notice: string
  notice_at: Date | null
  price_change: {
    type: string
    from_paise: number
    to_paise: number
    announced_at: string
    effective_at: string
  } | null
  /** The house's own: nothing of it is a secret. */
  first_party: boolean
  quality_parts: unknown
  version_id: AgentVersionId | null
  number: number | null
  input_schema: unknown
  output_schema: unknown
  view: string | null
  samples: unknown
  permissions: unknown
  listing: unknown
  version_price_type: string | null
  version_price_paise: number | null
  changelog: string | null
  content_hash: string | null
  version_created_at: Date | null
  versions: { number: number; changelog: string; created_at: string }[]
}

/** By id or slug; of any status, the policy decides who sees it. */
export async function findAgent(db: Queryable, ref: string): Promise<DetailRow | null> {
  const by = isId(ref) ? sql`a.id = ${ref}::uuid` : sql`a.slug = ${ref}`
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, a.accept_days, a.description, ${publicStatus} as status, a.status_note, a.maintenance, a.notice, a.notice_at,
      (select json_build_object('type', p.price_type, 'from_paise', p.from_paise, 'to_paise', p.to_paise, 'announced_at', p.announced_at,
        'effective_at', p.effective_at) from agent_price_changes p where p.agent_id = a.id
        order by p.announced_at desc, p.id desc limit 1) as price_change,
      ${isHouse} as first_party,
      (select q.parts from agent_scores q where q.agent_id = a.id) as quality_parts, v.id as version_id, v.number, v.input_schema, v.output_schema, v.view,
      v.samples, v.permissions, v.listing, v.price_type as version_price_type, v.price_paise as version_price_paise,
      v.changelog, v.content_hash, v.created_at as version_created_at,
      (select coalesce(json_agg(json_build_object('number', o.number, 'changelog', o.changelog, 'created_at', o.created_at)
        order by o.number desc), '[]') from agent_versions o where o.agent_id = a.id and o.published_at is not null) as versions
    from agents a ${cardJoins} left join agent_versions v on v.id = a.current_version_id where ${by}`.execute(db)
  return rows[0] ?? null
}

/** The workflow document of a version, as it was stored. */
export async function findDocument(db: Queryable, version: AgentVersionId): Promise<unknown> {
  const { rows } = await sql<{ document: unknown }>`
    select w.document from agent_versions v join workflow_versions w on w.id = v.workflow_version_id
    where v.id = ${version}`.execute(db)
  return rows[0]?.document ?? null
}

/** Others of a category, most used first. */
export async function findSimilar(db: Queryable, category: string, limit: number): Promise<CardRow[]> {
  return findPage(db, { category, sort: 'popular' }, { limit, offset: 0, by: BY_LIKENESS, total: 0 })
}

/** Of one seller, most used first. */
export async function findOfSeller(
  db: Queryable,
  seller: UserId,
  limit: number,
): Promise<Pick<CardRow, 'slug' | 'name' | 'icon'>[]> {
  const { rows } = await sql<Pick<CardRow, 'slug' | 'name' | 'icon'>>`
    select a.slug, a.name, a.icon from agents a
    where a.seller_id = ${seller} and ${isListed}
    order by a.popularity desc, a.id limit ${limit}`.execute(db)
  return rows
}
