/** What a person types, as a full-text query: every word must occur, the last one may be unfinished. */
const MOST_WORDS = 12
/** A shorter beginning would match half the marketplace. */
const SHORTEST_PREFIX = 3

const wordsOf = (search: string): string[] =>
  (search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS).map((word) => word.slice(0, 64))

/** Quoted words are safe in `to_tsquery`: they hold letters and digits only. */
export const searchQuery = (search: string): string =>
  wordsOf(search)
    .map((word, index, all) =>
      index === all.length - 1 && word.length >= SHORTEST_PREFIX ? `'${word}':*` : `'${word}'`,
    )
    .join(' & ')

/** The search without what does not change its meaning; empty when nothing in it can be searched for. */
export const normalSearch = (search: string): string => wordsOf(search).join(' ')
