/** Joins what was found by words and by meaning, and says which sentences of a chunk speak of a search. Pure. */
import { sentences } from '#nodes/lib/retrieval/sentences.ts'
import { tokenize } from '#nodes/lib/retrieval/tokens.ts'

export interface FuseOptions {
  /** The weight of a rank by meaning, where one by words has 1. */
  meaning: number
  /** How slowly ranks lose. */
  ranks: number
}
/** Chosen on one half of the questions of `bench/knowledge.ts`; the other half is what decision 0307 has. */
const USUAL: FuseOptions = { meaning: 0.3, ranks: 10 }

/** The score of a passage that is first in every ranking there is. */
export const bestScore = (rankings: { words: boolean; meaning: boolean }, options: FuseOptions = USUAL): number =>
  ((rankings.words ? 1 : 0) + (rankings.meaning ? (rankings.words ? options.meaning : 1) : 0)) / (options.ranks + 1)

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009) with weights: what is in both lists comes before what is in one. Best
 * first.
 */
export function fuse<K>(
  words: readonly K[],
  meaning: readonly K[],
  options: FuseOptions = USUAL,
): { key: K; score: number }[] {
  const scores = new Map<K, number>()
  const add = (list: readonly K[], weight: number): void => {
    for (const [rank, key] of list.entries())
      scores.set(key, (scores.get(key) ?? 0) + weight / (options.ranks + rank + 1))
  }
  add(words, 1)
  add(meaning, words.length === 0 ? 1 : options.meaning)
  return Array.from(scores, ([key, score]) => ({ key, score })).sort((a, b) => b.score - a.score)
}

/** Words of a search that are marked in one passage. */
const MOST_MARKS = 200

/** Where a text has the words of a search, in order. @param words stems, as an index compares them */
export const marksOf = (text: string, words: ReadonlySet<string>): [start: number, end: number][] =>
  tokenize(text)
    .filter(({ term }) => words.has(term))
    .slice(0, MOST_MARKS)
    .map(({ start, end }) => [start, end])

const MOST_QUOTE = 400

/** The sentence with most words of the search, and those after it while they are as close; the beginning of the text where none has any. */
export function quoteOf(text: string, words: ReadonlySet<string>): string {
  const spans = sentences(text)
  const shares = spans.map(({ start, end }) => {
    const found = new Set(tokenize(text.slice(start, end)).flatMap(({ term }) => (words.has(term) ? [term] : [])))
    return found.size
  })
  const most = Math.max(0, ...shares)
  const first = Math.max(0, shares.indexOf(most))
  const start = spans[first]?.start ?? 0
  let end = spans[first]?.end ?? text.length
  for (let next = first + 1; next < spans.length && (most === 0 || (shares[next] ?? 0) > 0); next++) {
    const further = spans[next]?.end ?? end
    if (further - start > MOST_QUOTE) break
    end = further
  }
  return text.slice(start, Math.min(end, start + 2 * MOST_QUOTE))
}
