/** What searches found, remembered for as long as the marketplace does not change. */
import type { AgentId } from '#contract/core/primitives.ts'
import type { AsyncCache } from '#server/platform/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Counted } from './agents.store.ts'
import { findSynonyms } from './search.store.ts'
import { type Answered, addRelated, answerSearch } from './search.ts'

type Asked = Counted & { related?: readonly AgentId[] }

export type Answers = (asked: Asked) => Promise<Answered>

/** @param kept remembers what was fetched; never an old answer: it would stay in what is made of it */
export function createAnswers(db: Database, cached: <T>(fetch: (key: string) => Promise<T>) => AsyncCache<T>): Answers {
  const synonyms = cached(() => findSynonyms(db))
  const answer = (query: Counted) => answerSearch(db, query, () => synonyms.get(''))
  const byWords = cached((key) => answer(JSON.parse(key) as Counted))
  const merged = cached(async (key) => {
    const { related, ...query } = JSON.parse(key) as Counted & { related: AgentId[] }
    return addRelated(db, query, await byWords.get(JSON.stringify(query)), related)
  })
  return ({ search, workflow_enabled, seller, saved_by, related = [] }) => {
    const query = { search, workflow_enabled, seller }
    // What one person put aside is nobody else's answer, and changes without the marketplace: it is counted each time.
    if (saved_by) return answer({ ...query, saved_by })
    return related.length > 0 ? merged.get(JSON.stringify({ ...query, related })) : byWords.get(JSON.stringify(query))
  }
}
