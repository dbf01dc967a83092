/** What else things are called in the marketplace, and what a search is taken for: for admins. */

import { MOST_SYNONYMS, type SearchTrial, type Synonym, type SynonymId } from '#contract/admin/search-admin.ts'
import { AgentQuery } from '#contract/agents/agents.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { EmbeddingSearch } from '#server/areas/agents/embeddings/embedding-search.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TuneGrant } from './agents.policy.ts'
import type { Marketplace } from './marketplace.ts'
import { findSynonyms } from './search.store.ts'
import { answerSearch, isPoor } from './search.ts'
import { LONGEST_PHRASE, normaliseSearch, searchWords } from './search-query.ts'
import * as store from './synonyms.store.ts'

const present = ({ id, phrase, also, added_at }: store.SynonymRow): Synonym => ({
  id,
  phrase,
  also,
  added_at: added_at.toISOString(),
})

export async function listSynonyms(
  db: Database,
  _grant: TuneGrant,
  { contains, limit, offset }: { contains: string; limit: number; offset: number },
) {
  const { rows, total } = await store.findPage(db, { contains: normaliseSearch(contains), limit, offset })
  return { items: rows.map(present), total, limit, offset }
}

/** As searches are read: letters and digits in small letters. @throws invalid_input of the field */
function phraseOf(field: string, text: string): string {
  const words = searchWords(text)
  if (words.length === 0) throw fieldError(field, 'Use letters or digits')
  if (words.length > LONGEST_PHRASE) throw fieldError(field, `Use at most ${LONGEST_PHRASE} words`)
  return words.join(' ')
}

/** @throws invalid_input (`phrase`, `also`), already_exists when it is there, limit_reached */
export async function addSynonym(
  db: Database,
  { on }: TuneGrant,
  { both_ways, ...said }: { phrase: string; also: string; both_ways: boolean },
): Promise<{ added: Synonym[] }> {
  const [phrase, also] = [phraseOf('phrase', said.phrase), phraseOf('also', said.also)]
  if (phrase === also) throw fieldError('also', 'Enter something different from the phrase')
  return db.transaction().execute(async (tx) => {
    const count = await store.countLocked(tx)
    const added = await store.insertSynonym(tx, phrase, also)
    if (both_ways) added.push(...(await store.insertSynonym(tx, also, phrase)))
    if (added.length === 0) throw new AppError('already_exists', { message: 'These are already synonyms.' })
    if (count + added.length > MOST_SYNONYMS)
      throw new AppError('limit_reached', { message: `There can be up to ${MOST_SYNONYMS} synonyms.` })
    for (const row of added)
      await insertAudit(tx, {
        actor_id: on,
        action: 'search.synonym_add',
        target_id: row.id,
        reason: null,
        details: { phrase: row.phrase, also: row.also },
      })
    return { added: added.map(present) }
  })
}

/** @throws not_found */
export async function removeSynonym(db: Database, { on }: TuneGrant, id: SynonymId): Promise<null> {
  await db.transaction().execute(async (tx) => {
    const row = await store.deleteSynonym(tx, id)
    if (!row) throw new AppError('not_found')
    const { phrase, also } = row
    await insertAudit(tx, {
      actor_id: on,
      action: 'search.synonym_remove',
      target_id: id,
      reason: null,
      details: { phrase, also },
    })
  })
  return null
}

export interface SearchParts {
  db: Database
  marketplace: Pick<Marketplace, 'list'>
  embeddingSearch: EmbeddingSearch
}
const HITS = 10

/** What the marketplace answers, and why. */
export async function trySearch(
  { db, marketplace, embeddingSearch }: SearchParts,
  _grant: TuneGrant,
  typed: string,
): Promise<SearchTrial> {
  const search = normaliseSearch(typed)
  if (search === '') throw fieldError('search', 'Use letters or digits')
  const answered = await answerSearch(db, { search }, () => findSynonyms(db))
  const meaning = isPoor(search, answered) ? await embeddingSearch.nearest(search) : 'not_asked'
  const page = await marketplace.list(AgentQuery.parse({ search, page_size: HITS }))
  const near = new Map(typeof meaning === 'string' ? [] : meaning.map((one) => [one.id, one.nearness]))
  return {
    way: answered.way === 'none' ? 'likeness' : answered.way,
    parts: answered.parts.map(({ said, near: spelt, also }) => ({ said, near: [...spelt], also: [...also] })),
    meaning: typeof meaning === 'string' ? meaning : 'asked',
    total: page.total,
    hits: page.agents.map(({ id, slug, name }) => ({
      id,
      slug,
      name,
      reason: page.related.includes(id) ? 'meaning' : name.toLowerCase().startsWith(search) ? 'name' : 'words',
      nearness: near.get(id) ?? null,
    })),
  }
}
