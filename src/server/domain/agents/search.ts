/** How a search is answered: as it is written, then as it may have been meant, and at last by any of its words. */
import type { Queryable } from '#server/database/database.ts'
import * as store from './agents.store.ts'
import { findNear } from './search.store.ts'
import { type Synonyms, searchQuery, wordsOf } from './search-query.ts'

export interface Answered {
  by: store.Matching
  /** What it found, by kind. */
  kinds: store.CountRow[]
  /** What was searched for instead, when a word was misspelt. */
  corrected: string | null
}

/** The words as they were taken; null when none was misspelt. */
const spelt = (search: string, near: Synonyms): string | null =>
  near.size === 0
    ? null
    : wordsOf(search)
        .map((word) => near.get(word)?.[0] ?? word)
        .join(' ')

/** @param synonyms asked for only when there is a search */
export async function answerSearch(
  db: Queryable,
  query: store.Counted,
  synonyms: () => Promise<Synonyms>,
): Promise<Answered> {
  const count = (by: store.Matching) => store.countKinds(db, query, by)
  const { search } = query
  if (!search) return { by: 'likeness', kinds: await count('likeness'), corrected: null }
  const names = await synonyms()
  let near: Synonyms = new Map()
  for (const way of ['as written', 'corrected', 'any'] as const) {
    // Nothing holds all of these words: perhaps they are misspelt, or some say too much.
    if (way === 'corrected') near = await findNear(db, wordsOf(search))
    if (way === 'corrected' && near.size === 0) continue
    const by = { words: searchQuery(search, { synonyms: names, near, any: way === 'any' }) }
    const kinds = await count(by)
    if (kinds.length > 0) return { by, kinds, corrected: spelt(search, near) }
  }
  return { by: 'likeness', kinds: await count('likeness'), corrected: null }
}
