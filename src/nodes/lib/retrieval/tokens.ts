/** Words of a text as search sees them: lower case, accents folded, light English stemming, stop words left out. */

/** A word with its place: UTF-16 offsets, end exclusive. `term` is what an index compares. */
export interface Token {
  term: string
  start: number
  end: number
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu

/** A word longer than this is cut: it is data (a hash, a data URL), not a word. */
const MAX_WORD = 64

const STOP_WORDS = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can could did do does ' +
    'doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself me more most my ' +
    'no nor not of off on once only or other our out over own same she should so some such than that the their them then there these they this ' +
    'those through to too under until up upon very was we were what when where which while who whom why will with would you your shall may must ' +
    'thereof hereof herein thereto hereto hereby thereby said tell please give'
  ).split(' '),
)

/** Endings taken off once, longest first, when at least three letters stay. */
const SUFFIXES = [
  'ational',
  'ization',
  'isation',
  'fulness',
  'iveness',
  'ations',
  'ation',
  'ating',
  'ement',
  'ments',
  'ment',
  'ness',
  'able',
  'ible',
  'ance',
  'ence',
  'ants',
  'ators',
  'ator',
  'ates',
  'ated',
  'ate',
  'ions',
  'ion',
  'ive',
  'ity',
  'ise',
  'ize',
  'al',
  'ly',
  'er',
  'or',
  'at',
] as const

const hasVowel = (word: string): boolean => /[aeiouy]/.test(word)

function withoutInflection(word: string): string {
  let out = word
  if (out.endsWith('ies') && out.length > 4) out = `${out.slice(0, -3)}y`
  else if (out.endsWith('sses')) out = out.slice(0, -2)
  else if (out.endsWith('s') && !/(?:ss|us|is)$/.test(out)) out = out.slice(0, -1)
  for (const ending of ['ing', 'ed']) {
    const stemmed = out.slice(0, -ending.length)
    if (!out.endsWith(ending) || stemmed.length < 3 || !hasVowel(stemmed)) continue
    const last = stemmed.at(-1) ?? ''
    return stemmed.at(-2) === last && !'lsz'.includes(last) ? stemmed.slice(0, -1) : stemmed
  }
  return out
}

/**
 * The stem of one lower-case word: enough of Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", 1980) that
 * `terminate`, `terminated` and `termination` meet. Words with digits and words of up to three letters stay as they are.
 */
export function stem(word: string): string {
  if (word.length <= 3 || /\P{L}/u.test(word)) return word
  let out = withoutInflection(word)
  for (const suffix of SUFFIXES) {
    if (!out.endsWith(suffix) || out.length - suffix.length < 3) continue
    out = out.slice(0, -suffix.length)
    break
  }
  if (out.length > 3 && out.endsWith('e')) out = out.slice(0, -1)
  return out.endsWith('y') && out.length > 3 ? `${out.slice(0, -1)}i` : out
}

const fold = (word: string): string =>
  word
    .slice(0, MAX_WORD)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]s?$|['’]/g, '')

/** Every word with its stem and place, stop words included. Linear. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(WORD)) {
    const term = stem(fold(match[0]))
    if (term !== '') tokens.push({ term, start: match.index, end: match.index + match[0].length })
  }
  return tokens
}

/** The stems that carry meaning, in order, repeats kept. */
export function terms(text: string): string[] {
  const out: string[] = []
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0])
    if (word === '' || STOP_WORDS.has(word)) continue
    out.push(stem(word))
  }
  return out
}
