/** The SQL of what people mean by their words: other names of a thing, and words that are spelt nearly like this. */
import { sql } from 'kysely'
import { isListed } from '#server/areas/agents/listing/is-listed.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { QueryPart, Synonyms } from './search-query.ts'
import { findNearestWords } from './spelling.ts'

export async function findSynonyms(db: Queryable): Promise<Synonyms> {
  const { rows } = await sql<{ phrase: string; also: string[] }>`
    select phrase, array_agg(also order by also) as also from search_synonyms group by 1`.execute(db)
  return new Map(rows.map(({ phrase, also }) => [phrase, also]))
}

/** A word this unlike another means something else. */
const LEAST_LIKE = 0.3
/** Looked at closely: what shares most groups of letters is not always the fewest slips away. */
const CANDIDATES = 12
/** Shorter words are near to everything. */
const SHORTEST = 4

/** For each word that no listing has as it is written: those that differ by a few slips, the nearest first. */
export async function findNear(db: Queryable, words: readonly string[]): Promise<Synonyms> {
  const asked = [...new Set(words.filter((word) => word.length >= SHORTEST))]
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; near: string[] }>`
    select t.asked, array_agg(n.word order by n.likeness desc, n.word) as near
    from unnest(${asked}::text[]) as t(asked)
    cross join lateral (
      select w.word, similarity(w.word, t.asked) as likeness from search_words w
      where w.word % t.asked and similarity(w.word, t.asked) >= ${LEAST_LIKE} order by 2 desc, 1 limit ${CANDIDATES}
    ) n
    where not exists (select from search_words w where w.word = t.asked)
    group by 1`.execute(db)
  return new Map(
    rows
      .map(({ asked: word, near }) => [word, findNearestWords(word, near)] as const)
      .filter(([, near]) => near.length > 0),
  )
}

/** Which of these words carry no meaning on their own, like “of”. */
export async function findStopWords(db: Queryable, words: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) w(word) where length(to_tsvector('english', w.word)) = 0`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/**
 * The words that occur in any listing. Each is a named, materialized CTE: it is planned as if all rows were wanted
 * (with the index, instead of scanning listings until one matches), and still stops at the first.
 */
export async function findThere<P extends QueryPart>(db: Queryable, parts: readonly P[]): Promise<P[]> {
  const having = parts.map(
    ({ query }, i) => sql`${sql.ref(`part${i}`)} as materialized (
      select from agents a where ${isListed} and a.search @@ to_tsquery('english', ${query}))`,
  )
  const there = parts.map((_, i) => sql`exists (select from ${sql.table(`part${i}`)})`)
  const { rows } = await sql<{ there: boolean[] }>`
    with ${sql.join(having)} select array[${sql.join(there)}] as there`.execute(db)
  return parts.filter((_, i) => rows[0]?.there[i])
}
