/** The SQL of which listings a search finds and in which order. */
import { type RawBuilder, sql } from 'kysely'
import type { AgentQuery } from '#contract/agents/agents.ts'
import type { AgentId } from '#contract/core/primitives.ts'

/**
 * How a search is answered: by a full-text query, or, when no word matches anything, by similarity of the name; and in
 * addition by listings that mean the same, nearest first.
 */
export interface Matching {
  /** Null is by likeness of the name. */
  words: string | null
  /** How many words of the search a listing has. When it has all, what only means the same comes after. */
  fit: 'all' | 'most' | 'any'
  related: readonly AgentId[]
}

export const BY_LIKENESS: Matching = { words: null, fit: 'any', related: [] }

export const byWords = (search: string, { words }: Matching): RawBuilder<boolean> =>
  words === null ? sql`a.name % ${search}` : sql`a.search @@ to_tsquery('english', ${words})`

export const byEmbedding = (by: Matching): RawBuilder<boolean> => sql`a.id = any(${by.related as AgentId[]}::uuid[])`

export const matchesSearch = (search: string, by: Matching): RawBuilder<boolean> =>
  by.related.length === 0 ? byWords(search, by) : sql`(${byWords(search, by)} or ${byEmbedding(by)})`

/** Whether a listing is found by its meaning alone. */
export const isOnlyRelated = (search: string | undefined, by: Matching): RawBuilder<boolean> =>
  search && by.related.length > 0 ? sql`not (${byWords(search, by)})` : sql`false`

/** Above this many matches, ranking each by its text costs more than it tells: popularity decides, which an index has in order. */
export const RANKED = 500
/** Of the fusion of two rankings: the larger, the less the first places count. 60 is the usual value (Cormack et al. 2009). */
const FUSION = 60

function byText(search: string, by: Matching, total: number): RawBuilder<number> {
  if (total > RANKED) return sql`a.popularity::float8`
  if (by.words === null) return sql`similarity(a.name, ${search})::float8`
  return sql`(ts_rank(a.search, to_tsquery('english', ${by.words})) * (1 + ln(1 + a.popularity)))::float8`
}

/** What is found by words and what is found by meaning, in one order; a name that begins like the search stays first. */
function fused(search: string, by: Matching, total: number): RawBuilder<unknown> {
  const text = byText(search, by, total)
  const other = isOnlyRelated(search, by)
  const place = sql`array_position(${by.related as AgentId[]}::uuid[], a.id)`
  // By popularity alone nothing is known of how well words fit, and a name that begins like the search would have all of them.
  if (total > RANKED) return sql`${place} nulls last, ${text} desc, a.id`
  const named = sql`starts_with(lower(a.name), lower(${search})) desc`
  if (by.fit === 'all') return sql`${named}, ${other}, ${text} desc, ${place}, a.id`
  if (by.words === null) return sql`${named}, ${place} nulls last, ${text} desc, a.id`
  const share = (rank: RawBuilder<unknown>) => sql`coalesce(1.0 / (${FUSION}::int + ${rank}), 0)`
  // One word of several says less than the meaning of them all: of two equal places meaning has the first.
  const first = by.fit === 'any' ? sql`${place} nulls last` : sql`${text} desc`
  const ofText = sql`case when ${other} then null else rank() over (order by ${other}, ${text} desc) end`
  return sql`${named}, ${share(ofText)} + ${share(place)} desc, ${first}, a.id`
}

/** @param total how many there are */
export function rankingOrder(
  { search, sort }: Pick<AgentQuery, 'search' | 'sort'>,
  by: Matching,
  total: number,
): RawBuilder<unknown> {
  if (sort === 'newest') return sql`a.published_at desc, a.id`
  if (sort === 'name') return sql`lower(a.name), a.id`
  if (sort === 'price_low') return sql`a.price_paise, a.id`
  if (sort === 'price_high') return sql`a.price_paise desc, a.id desc`
  if (sort === 'quality') return sql`coalesce(a.quality, -1) desc, a.popularity desc, a.id`
  if (sort !== 'relevance' || !search) return sql`a.popularity desc, a.id`
  if (by.related.length > 0) return fused(search, by, total)
  if (total > RANKED) return sql`a.popularity desc, a.id`
  if (by.words === null) return sql`similarity(a.name, ${search}) desc, a.popularity desc, a.id`
  return sql`starts_with(lower(a.name), lower(${search})) desc, ${byText(search, by, total)} desc, a.id`
}
