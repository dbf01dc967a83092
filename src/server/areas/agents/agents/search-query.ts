/**
 * What a person types, as a full-text query. First every word must occur, or what else it is called; the last one may be unfinished.
 * When nothing has them all, misspelt words are taken for the nearest of the marketplace, then some may be missing, and at last one is enough.
 */
const MOST_WORDS = 12
/** A shorter beginning would match half the marketplace. */
const SHORTEST_PREFIX = 3
const NONE: ReadonlyMap<string, readonly string[]> = new Map()
/** Of a phrase that has another name. */
export const LONGEST_PHRASE = 3

/** What else phrases are called; both in small letters. */
export type Synonyms = ReadonlyMap<string, readonly string[]>

/** Synonyms of words. */
interface Meant {
  synonyms?: Synonyms
  /** What words are taken for that may be misspelt. */
  near?: Synonyms
}

export const searchWords = (search: string): string[] =>
  (search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS).map((word) => word.slice(0, 64))

// Quoted words are safe in `to_tsquery`: they hold letters and digits only.
const quoted = (word: string): string => `'${word}'`
const allOf = (phrase: string): string => `(${searchWords(phrase).map(quoted).join(' & ')})`

/** A word or phrase of a search, and all it may be found by. */
export interface QueryPart {
  said: string
  /** How words are spelt that were taken for one of it. */
  near: readonly string[]
  /** What else it is called. */
  also: readonly string[]
  query: string
}

/** The words and phrases of a search, each with everything it may be found by. */
export function expandSearch(search: string, { synonyms = NONE, near = NONE }: Meant = {}): QueryPart[] {
  const words = searchWords(search)
  const found: QueryPart[] = []
  for (let at = 0; at < words.length; ) {
    const length = phraseAt(words, at, synonyms)
    const taken = words.slice(at, at + length)
    const last = at + length === words.length
    const own = taken.map((word, i) => {
      const unfinished = last && i === length - 1 && word.length >= SHORTEST_PREFIX
      const ways = [unfinished ? `${quoted(word)}:*` : quoted(word), ...(near.get(word) ?? []).map(quoted)]
      return ways.length === 1 ? (ways[0] ?? '') : `(${ways.join(' | ')})`
    })
    const also = synonyms.get(taken.join(' ')) ?? []
    const others = also.map(allOf)
    found.push({
      said: taken.join(' '),
      near: taken.flatMap((word) => near.get(word) ?? []),
      also,
      query: others.length === 0 ? own.join(' & ') : `((${own.join(' & ')}) | ${others.join(' | ')})`,
    })
    at += length
  }
  return found
}

/** How many words from here have another name together; 1 without one. */
function phraseAt(words: readonly string[], at: number, synonyms: Synonyms): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 1; length--)
    if (synonyms.has(words.slice(at, at + length).join(' '))) return length
  return 1
}

/** All ways to leave out `missing` of the parts, as one query. */
function leaving(parts: readonly string[], missing: number): string[] {
  if (missing === 0) return [parts.join(' & ')]
  return parts.flatMap((_, i) =>
    // Each set once: parts keep their order where some are left out.
    leaving(parts.slice(i + 1), missing - 1).map((rest) => [...parts.slice(0, i), rest].filter(Boolean).join(' & ')),
  )
}

/** @param missing how many of the words or phrases a listing may lack */
export const searchQuery = (search: string, { missing = 0, ...meant }: Meant & { missing?: number } = {}): string =>
  toTsQuery(expandSearch(search, meant), missing)

export const toTsQuery = (parts: readonly QueryPart[], missing: number): string => {
  const queries = leaving(
    parts.map(({ query }) => query),
    missing,
  ).filter(Boolean)
  return queries.length === 1 ? (queries[0] ?? '') : queries.map((query) => `(${query})`).join(' | ')
}

/** The search without what does not change its meaning; empty when nothing in it can be searched for. */
export const normaliseSearch = (search: string): string => searchWords(search).join(' ')
