/** What searches found, remembered for as long as the marketplace does not change. */
import type { AgentId } from '#contract/core/primitives.ts'
import type { Remembered } from '#server/platform/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Counted } from './agents.store.ts'
import { findSynonyms } from './search.store.ts'
import { type Answered, answerSearch, withRelated } from './search.ts'

type Asked = Counted & { related?: readonly AgentId[] }

/** @param kept remembers what was fetched; never an old answer: it would stay in what is made of it */
export function createAnswers(
  db: Database,
  kept: <T>(fetch: (key: string) => Promise<T>) => Remembered<T>,
): (asked: Asked) => Promise<Answered> {
  const synonyms = kept(() => findSynonyms(db))
  const answer = (query: Counted) => answerSearch(db, query, () => synonyms.get(''))
  const byWords = kept((key) => answer(JSON.parse(key) as Counted))
  const merged = kept(async (key) => {
    const { related, ...query } = JSON.parse(key) as Counted & { related: AgentId[] }
    return withRelated(db, query, await byWords.get(JSON.stringify(query)), related)
  })
  return ({ search, workflow_enabled, seller, saved_by, related = [] }) => {
    const query = { search, workflow_enabled, seller }
    // What one person put aside is nobody else's answer, and changes without the marketplace: it is counted each time.
    if (saved_by) return answer({ ...query, saved_by })
    return related.length > 0 ? merged.get(JSON.stringify({ ...query, related })) : byWords.get(JSON.stringify(query))
  }
}
