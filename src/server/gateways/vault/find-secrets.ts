/** Finds everything in a text that tells a secret: spellings, fragments of them, and short parts in order. */
import { MOST_DISCLOSED } from './disclosure.ts'
import { Fragments } from './fragments.ts'
import { mergeRanges } from './hide-ranges.ts'
import { Searcher, WIDTH } from './needle-search.ts'
import {
  asWritten,
  codesOf,
  decodeReading,
  hasEscapes,
  onlyIn,
  type Range,
  type Reading,
  textsOf,
  valuesOf,
} from './readings.ts'
import { collectSpellings } from './secret-spellings.ts'
import { ShortParts } from './short-parts.ts'

/** Characters of one occurrence further apart than this are hidden one by one. The longest escape of punctuation is no longer. */
const MOST_BETWEEN = 16

/** Adds the characters of an occurrence, without the structure between them: quotes, brackets, tags and line ends. */
function addRanges(ranges: Range[], text: string, { starts, ends }: Reading, from: number, to: number): void {
  let start = starts[from] as number
  for (let i = from + 1; i <= to; i++) {
    const end = ends[i - 1] as number
    const next = i < to ? (starts[i] as number) : -1
    if (next === end) continue
    const joined = next > end && next - end <= MOST_BETWEEN && !/["<>{}[\]\r\n]/.test(text.slice(end, next))
    if (joined) continue
    ranges.push([start, end])
    start = next
  }
}

/** The values in a text, put together in every way that could show something new. */
function* valueReadings(text: string, plain: Reading): Generator<Reading> {
  const { strings, numbers, byKey } = valuesOf(text)
  if (strings.length > 1) yield onlyIn(plain, [strings])
  if (numbers.length > 1) yield onlyIn(plain, [numbers])
  const repeated = [...byKey.values()].filter(({ length }) => length > 1)
  if (repeated.length > 1) yield onlyIn(plain, repeated)
  const texts = textsOf(text)
  if (texts.length > 1) yield onlyIn(plain, [texts])
}

/** An escape that the end of a text cuts off, or that may go on: `%25` and `&amp;` may begin a longer one, `0x41` a longer number. */
const CUT_ESCAPE =
  /(?:%(?:25){0,4}[0-9a-f]?|\\{1,8}(?:u[0-9a-f]{0,3}|u\{[0-9a-f]{0,6}|x[0-9a-f]?|[0-3]?[0-7]{0,2})?|&(?:amp;){0,4}(?:#\d{0,12}|#x[0-9a-f]{0,12}|[a-z]{0,4})|\b0(?:x[0-9a-f]{0,2})?|(?:\b|(?<=u\+[0-9a-f]{4}))u(?:\+[0-9a-f]{0,6})?)$/i

/** What a text was found to hold. */
export interface Found {
  /** What is hidden. */
  ranges: Range[]
  /** What is hidden when it discloses its secret, for each secret. */
  fragments: Range[][]
  /** The position from which the text may be an incomplete fragment. */
  begun: number
}

/** Merged where it is: a later part of the answer may add to it. */
function merge(ranges: Range[]): void {
  const all = mergeRanges(ranges)
  ranges.length = 0
  for (const range of all) ranges.push(range)
}

export class SecretFinder {
  /** Spellings that are searched for character by character, by whether they are too short for the search of many at once. */
  readonly #short: readonly string[]
  readonly #literals: Searcher
  readonly #fragments: Fragments
  readonly #shortParts: ShortParts

  constructor(secrets: readonly string[]) {
    const { literal, folded } = collectSpellings(secrets)
    this.#short = literal.filter(({ length }) => length < WIDTH)
    this.#literals = new Searcher(literal.filter(({ length }) => length >= WIDTH).map(codesOf))
    this.#fragments = new Fragments(folded)
    this.#shortParts = new ShortParts(folded)
  }

  /**
   * Counts what a text discloses with what was found before.
   * @param goesOn whether more of the text follows
   */
  find(text: string, goesOn = false): Found {
    const { disclosures } = this.#fragments
    const found: Found = { ranges: [], fragments: disclosures.map(() => []), begun: text.length }
    const { ranges } = found
    for (const spelling of this.#short)
      for (let at = text.indexOf(spelling); at !== -1; at = text.indexOf(spelling, at + spelling.length))
        ranges.push([at, at + spelling.length])
    const codes = codesOf(text)
    this.#literals.each({ codes, length: codes.length }, (start, end) => ranges.push([start, end]))
    const plain = disclosures.length > 0 ? this.#findFolded(text, codes, goesOn, found) : null
    merge(ranges)
    for (const one of found.fragments) merge(one)
    if (plain && !goesOn) this.#shortParts.read(plain, codes, ranges)
    return found
  }

  /** @returns the text as it is read with its escapes decoded */
  #findFolded(text: string, codes: Uint16Array, goesOn: boolean, found: Found): Reading {
    const search = (reading: Reading) => {
      const whole = (start: number, end: number) => addRanges(found.ranges, text, reading, start, end)
      const fragment = (secret: number, start: number, end: number) =>
        addRanges(found.fragments[secret] as Range[], text, reading, start, end)
      const begun = this.#fragments.search(reading, { whole, fragment }, goesOn)
      if (begun < reading.length) found.begun = Math.min(found.begun, reading.starts[begun] as number)
    }
    const written = asWritten(codes)
    search(written)
    const known = goesOn ? text.slice(0, CUT_ESCAPE.exec(text)?.index) : text
    const plain = hasEscapes(text) ? decodeReading(known, codes) : written
    if (plain !== written) search(plain)
    // A value that the end of the text cuts off does not show where a fragment ends.
    for (const reading of valueReadings(text, plain))
      if (goesOn)
        this.#fragments.searchWhole(reading, (start, end) => addRanges(found.ranges, text, reading, start, end))
      else search(reading)
    return plain
  }

  /** @param most the share of a secret above which its fragments are hidden */
  hiddenIn({ ranges, fragments }: Found, most = MOST_DISCLOSED): Range[] {
    const { disclosures } = this.#fragments
    return mergeRanges([...ranges, ...fragments.filter((_, secret) => disclosures[secret]?.exceeds(most)).flat()])
  }

  /** From where on a text may be the beginning of a secret, as it is written or with escapes decoded. */
  heldFrom(text: string): number {
    const written = this.#begunAt(asWritten(codesOf(text)), text.length)
    const cut = CUT_ESCAPE.exec(text)?.index ?? text.length
    if (cut === text.length && !hasEscapes(text)) return written
    // What the escape stands for is not known yet: all of it stays, and what it may continue.
    const before = text.slice(0, cut)
    return Math.min(written, cut, this.#begunAt(decodeReading(before, codesOf(before)), cut))
  }

  /** Where the end of a reading that is the beginning of a secret starts in its text; the end of the text when it is none. */
  #begunAt(reading: Reading, end: number): number {
    const begun = this.#fragments.begunAtEnd(reading)
    return begun === 0 ? end : (reading.starts[reading.length - begun] as number)
  }
}
