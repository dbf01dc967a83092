/**
 * How a search is answered: as it is written, then as it may have been meant, then by most of its words and at last by any of them; and
 * what answers by words poorly is answered by meaning as well.
 */

import type { SEARCH_WAYS } from '#contract/admin/search-admin.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import type { EmbeddingSearch } from '#server/areas/agents/embeddings/embedding-search.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './agents.store.ts'
import { BY_LIKENESS, type Matching } from './matching.store.ts'
import { findNear, findStopWords, findThere } from './search.store.ts'
import { expandSearch, type QueryPart, type Synonyms, searchWords, toTsQuery } from './search-query.ts'

/** `none` is no search at all. */
export type SearchMethod = 'none' | (typeof SEARCH_WAYS)[number]

export interface Answered {
  way: SearchMethod
  by: Matching
  /** What it found, by kind. */
  kinds: store.CountRow[]
  /** What was searched for instead, when a word was misspelt. */
  corrected: string | null
  /** What the search was taken for. */
  parts: readonly QueryPart[]
}

type Tried = Pick<Answered, 'way' | 'parts' | 'corrected'> & { words: string }

/** The words as they were taken; null when none was misspelt. */
const spelt = (search: string, near: Synonyms): string | null =>
  near.size === 0
    ? null
    : searchWords(search)
        .map((word) => near.get(word)?.[0] ?? word)
        .join(' ')

/** Of longer searches there are too many ways to leave something out. */
const MOST_PARTS = 8
const MOST_MISSING = 3

/** What is searched for, until something is found. */
async function* waysOf(db: Queryable, search: string, synonyms: Synonyms): AsyncGenerator<Tried> {
  const written = expandSearch(search, { synonyms })
  yield { way: 'written', parts: written, words: toTsQuery(written, 0), corrected: null }
  // Nothing holds all of these words: perhaps they are misspelt, or some say too much.
  const near = await findNear(db, searchWords(search))
  const corrected = spelt(search, near)
  if (near.size > 0) {
    const parts = expandSearch(search, { synonyms, near })
    yield { way: 'corrected', parts, words: toTsQuery(parts, 0), corrected }
  }
  const empty = await findStopWords(db, searchWords(search))
  const parts = expandSearch(search, { synonyms, near }).filter(({ said }) => !empty.has(said))
  const missing = parts.length > MOST_PARTS ? 0 : Math.min(MOST_MISSING, parts.length - 2)
  // What no listing has is missing in any case: without it the queries are few and short.
  const there = parts.length > 1 ? await findThere(db, parts) : parts
  const absent = parts.length - there.length
  for (let n = Math.max(1, absent); n <= missing; n++)
    yield { way: 'some', parts, words: toTsQuery(there, n - absent), corrected }
  if (parts.length > 1 && there.length > 0)
    yield { way: 'any', parts, words: toTsQuery(there, there.length - 1), corrected }
}

const FITS: Partial<Record<SearchMethod, Matching['fit']>> = { some: 'most', any: 'any' }

/** By words alone. @param synonyms asked for only when there is a search */
export async function answerSearch(
  db: Queryable,
  query: store.Counted,
  synonyms: () => Promise<Synonyms>,
): Promise<Answered> {
  const count = (by: Matching) => store.countKinds(db, query, by)
  const last = { by: BY_LIKENESS, corrected: null, parts: [] }
  if (!query.search) return { ...last, way: 'none', kinds: await count(BY_LIKENESS) }
  for await (const { words, ...tried } of waysOf(db, query.search, await synonyms())) {
    const by: Matching = { words, fit: FITS[tried.way] ?? 'all', related: [] }
    const kinds = await count(by)
    if (kinds.length > 0) return { ...tried, by, kinds }
  }
  return { ...last, way: 'likeness', kinds: await count(BY_LIKENESS) }
}

/** The same with what means it. What has the words was counted already. */
export async function addRelated(
  db: Queryable,
  query: store.Counted,
  answered: Answered,
  related: readonly AgentId[],
): Promise<Answered> {
  const by = { ...answered.by, related }
  return { ...answered, by, kinds: [...answered.kinds, ...(await store.countOnlyRelated(db, query, by))] }
}

/** If this many are found by all of their words, nothing else is searched. */
const ENOUGH = 12

/** Whether words answer it so poorly that its meaning is asked: one word that is found says what it means. */
export function isPoor(search: string, { way, kinds }: Answered): boolean {
  if (way === 'none') return false
  if (way !== 'written' && way !== 'corrected') return true
  return searchWords(search).length > 1 && kinds.reduce((sum, { count }) => sum + count, 0) < ENOUGH
}

/** What means a search that words answer poorly. `late`: it will be known in a moment. */
export async function findRelated(
  embeddingSearch: EmbeddingSearch,
  search: string | undefined,
  answered: () => Promise<Answered>,
): Promise<{ related: AgentId[]; late: boolean }> {
  const nothing = { related: [], late: false }
  if (!search || !isPoor(search, await answered())) return nothing
  const matches = await embeddingSearch.nearest(search)
  if (typeof matches === 'string') return { ...nothing, late: matches === 'late' }
  return { related: matches.map(({ id }) => id), late: false }
}
