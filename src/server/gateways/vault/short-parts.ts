/**
 * Finds secrets that an answer divides into values which are too short to be found one by one: `{"a":"sk-4f","note":"okay","b":"9x2c"}`.
 * Each has to be a whole value and to go on where the one before it ended, with other values in between.
 */
import { LEAST_DISCLOSED, MOST_DISCLOSED } from './disclosure.ts'
import type { Range, Reading } from './readings.ts'
import { closedBefore, type FoldedSecret, SHORTEST_FOLDED } from './secret-spellings.ts'

/** Characters of the shortest value, as it is written. Shorter ones are in every table. */
const LEAST_WRITTEN = 4
/** What is left of it without punctuation. */
const LEAST_FOLDED = 3
/** A longer secret would be in more such parts than an answer has fields for. */
const LONGEST = 128
/** Characters between two parts. In a long answer the values of any secret occur somewhere. */
const REACH = 1024

const [QUOTE, COLON, SPACE] = [0x22, 0x3a, 0x20]
const SEPARATES = new Uint8Array(65_536)
for (const one of ' \t\r\n"\'`<>{}[](),;=&:|') SEPARATES[one.charCodeAt(0)] = 1

interface Value {
  /** Where in all that was read it ends. */
  at: number
  range: Range
  /** Takes the range when the value discloses a secret with others. */
  hidden: Range[]
}

/** A value that is part of a secret, and the one it continues. */
interface Link extends Value {
  /** Where in the secret it begins and ends. */
  place: number
  end: number
  /** Where in the secret the first value of the chain begins. */
  from: number
  before: Link | null
}

class Chains {
  readonly #codes: Uint16Array
  readonly #closed: Uint16Array
  /** The longest chain that ends at each place in the secret. */
  readonly #links: (Link | null)[]
  /** Parts of the secret, by place and end, that were in a chain which disclosed it. */
  readonly #disclosed = new Set<number>()

  constructor({ codes, isOpen }: FoldedSecret) {
    this.#codes = codes
    this.#closed = closedBefore(isOpen)
    this.#links = Array(codes.length + 1).fill(null)
  }

  add({ codes }: Reading, start: number, end: number, value: Value): void {
    const size = end - start
    for (let place = 0; place + size <= this.#codes.length; place++) {
      let same = 0
      while (same < size && this.#codes[place + same] === codes[start + same]) same++
      if (same === size) this.#link(place, place + size, value)
    }
  }

  #link(place: number, end: number, value: Value): void {
    const isNear = ({ at }: Value) => at < value.at && value.at - at <= REACH
    const [last, other] = [this.#links[place] ?? null, this.#links[end] ?? null]
    const before = last && isNear(last) ? last : null
    const link: Link = { ...value, place, end, from: before?.from ?? place, before }
    if (!other || !isNear(other) || other.from >= link.from) this.#links[end] = link
    // A value alone is a fragment like others.
    if (before !== null && this.#discloses(link.from, end)) this.#disclose(link)
    else if (this.#disclosed.has(keyOf(link))) value.hidden.push(value.range)
  }

  /** Hides a chain, as far back as that was not done with its other links. */
  #disclose(last: Link): void {
    for (let link: Link | null = last; link; link = link.before) {
      link.hidden.push(link.range)
      const isKnown = this.#disclosed.has(keyOf(link))
      this.#disclosed.add(keyOf(link))
      if (isKnown) break
    }
  }

  #discloses(from: number, to: number): boolean {
    const all = this.#codes.length
    const closed = (this.#closed[to] as number) - (this.#closed[from] as number)
    const share = MOST_DISCLOSED * (this.#closed[all] as number)
    return to - from === all || (closed >= LEAST_DISCLOSED && closed > share)
  }
}

const keyOf = ({ place, end }: Link): number => place * (LONGEST + 1) + end

const hashAt = (codes: Uint16Array, at: number): number =>
  ((codes[at] as number) * 961 + (codes[at + 1] as number) * 31 + (codes[at + 2] as number)) & 0xffff

export class ShortParts {
  readonly #chains: readonly Chains[]
  /** Which hashes of the first codes of a value are in a secret. */
  readonly #filter = new Uint8Array(65_536)
  #read = 0

  constructor(secrets: readonly FoldedSecret[]) {
    const searched = secrets.filter(
      ({ codes, isSentence }) => !isSentence && codes.length >= SHORTEST_FOLDED && codes.length <= LONGEST,
    )
    this.#chains = searched.map((secret) => new Chains(secret))
    for (const { codes } of searched)
      for (let at = 0; at + LEAST_FOLDED <= codes.length; at++) this.#filter[hashAt(codes, at)] = 1
  }

  /**
   * Reads what follows on all that was read before.
   * @param text the codes of the text that the reading is of
   * @param hidden takes the ranges of values that disclose a secret, also later, when another text has the rest of it
   */
  read(reading: Reading, text: Uint16Array, hidden: Range[]): void {
    const { starts, ends, length } = reading
    if (this.#chains.length === 0) return
    let first = 0
    for (let i = 1; i <= length; i++) {
      if (i < length && !separates(text, ends[i - 1] as number, starts[i] as number)) continue
      if (i - first >= LEAST_FOLDED && i - first <= LONGEST) this.#addValue(reading, first, i, text, hidden)
      first = i
    }
    this.#read += text.length
  }

  #addValue(reading: Reading, from: number, to: number, text: Uint16Array, hidden: Range[]): void {
    if (this.#filter[hashAt(reading.codes, from)] === 0) return
    const range: Range = [reading.starts[from] as number, reading.ends[to - 1] as number]
    if (range[1] - range[0] < LEAST_WRITTEN || isKey(text, range[1])) return
    for (const chains of this.#chains) chains.add(reading, from, to, { at: this.#read + range[1], range, hidden })
  }
}

/** Whether what ends here names a field of JSON. The words of a password such as `admin-password` are names of many fields. */
const isKey = (text: Uint16Array, end: number): boolean =>
  text[end] === QUOTE && (text[end + 1] === COLON || (text[end + 1] === SPACE && text[end + 2] === COLON))

function separates(text: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (SEPARATES[text[i] as number] === 1) return true
  return false
}
