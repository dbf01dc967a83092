/** The SQL of what people mean by their words: other names of a thing, and words that are spelt nearly like this. */
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'
import type { Synonyms } from './search-query.ts'

export async function findSynonyms(db: Queryable): Promise<Synonyms> {
  const { rows } = await sql<{ phrase: string; also: string[] }>`
    select phrase, array_agg(also order by also) as also from search_synonyms group by 1`.execute(db)
  return new Map(rows.map(({ phrase, also }) => [phrase, also]))
}

/** A word this unlike another means something else. */
const LEAST_LIKE = 0.3
const MOST_NEAR = 3
/** Shorter words are near to everything. */
const SHORTEST = 4

/** For each word that no listing has as it is written: those that are spelt most alike, the nearest first. */
export async function findNear(db: Queryable, words: readonly string[]): Promise<Synonyms> {
  const asked = [...new Set(words.filter((word) => word.length >= SHORTEST))]
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; near: string[] }>`
    select t.asked, array_agg(n.word order by n.likeness desc, n.word) as near
    from unnest(${asked}::text[]) as t(asked)
    cross join lateral (
      select w.word, similarity(w.word, t.asked) as likeness from search_words w
      where w.word % t.asked and similarity(w.word, t.asked) >= ${LEAST_LIKE} order by 2 desc, 1 limit ${MOST_NEAR}
    ) n
    where not exists (select from search_words w where w.word = t.asked)
    group by 1`.execute(db)
  return new Map(rows.map(({ asked: word, near }) => [word, near]))
}
