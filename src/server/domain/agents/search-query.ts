/**
 * What a person types, as a full-text query. First every word must occur, or what else it is called; the last one may be unfinished.
 * When nothing has them all, misspelt words are taken for the nearest of the marketplace, and then any of them is enough.
 */
const MOST_WORDS = 12
/** A shorter beginning would match half the marketplace. */
const SHORTEST_PREFIX = 3
/** Of a phrase that has another name. */
const LONGEST_PHRASE = 3

/** What else phrases are called; both in small letters. */
export type Synonyms = ReadonlyMap<string, readonly string[]>

export const wordsOf = (search: string): string[] =>
  (search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS).map((word) => word.slice(0, 64))

// Quoted words are safe in `to_tsquery`: they hold letters and digits only.
const quoted = (word: string): string => `'${word}'`
const allOf = (phrase: string): string => `(${wordsOf(phrase).map(quoted).join(' & ')})`

/** The words and phrases of a search, each with everything it may be found by. */
function parts(words: readonly string[], synonyms: Synonyms, near: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = []
  for (let at = 0; at < words.length; ) {
    const length = phraseAt(words, at, synonyms)
    const taken = words.slice(at, at + length)
    const last = at + length === words.length
    const own = taken.map((word, i) => {
      const unfinished = last && i === length - 1 && word.length >= SHORTEST_PREFIX
      const ways = [unfinished ? `${quoted(word)}:*` : quoted(word), ...(near.get(word) ?? []).map(quoted)]
      return ways.length === 1 ? (ways[0] ?? '') : `(${ways.join(' | ')})`
    })
    const others = (synonyms.get(taken.join(' ')) ?? []).map(allOf)
    found.push(others.length === 0 ? own.join(' & ') : `((${own.join(' & ')}) | ${others.join(' | ')})`)
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

const NONE: ReadonlyMap<string, readonly string[]> = new Map()

/** @param any one word is enough, instead of all. @param near what words are taken for that may be misspelt */
export const searchQuery = (
  search: string,
  { synonyms = NONE, near = NONE, any = false }: { synonyms?: Synonyms; near?: Synonyms; any?: boolean } = {},
): string => parts(wordsOf(search), synonyms, near).join(any ? ' | ' : ' & ')

/** The search without what does not change its meaning; empty when nothing in it can be searched for. */
export const normalSearch = (search: string): string => wordsOf(search).join(' ')
