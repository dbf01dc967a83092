/**
 * Finds secrets in a text, whole and in parts. A fragment is a stretch of text that is in a spelling of a secret. Where fragments are
 * found says little: a mail address that is a secret has the name of its provider in it. How much they disclose together decides.
 */
import { Disclosure } from './disclosure.ts'
import { type Codes, eachHash, Searcher, WIDTH } from './needle-search.ts'
import { closedBefore, type FoldedSecret } from './secret-spellings.ts'

/** A fragment with fewer characters of the secret is found by chance, in spellings of few letters as decimal and hex are. */
const LEAST_CHARACTERS = 5

interface Spelling {
  secret: number
  /** Characters of the secret. */
  length: number
  isReversed: boolean
  /** Where it begins in the codes of all spellings. */
  from: number
  /** Characters of the secret for each code. */
  ratio: number
  /** Codes of the shortest fragment of it. */
  least: number
}

/** Consecutive codes, each of which continues a spelling of one secret. */
class Run {
  start = 0
  last = -2
  least = 0
  /** Places in spellings that no run before it was at. */
  readonly places: number[] = []
}

const [NEW, IN_RUN, DISCLOSED] = [0, 1, 2] as const

export interface Finds {
  whole: (start: number, end: number) => void
  fragment: (secret: number, start: number, end: number) => void
}

export class Fragments {
  readonly disclosures: readonly Disclosure[]
  readonly #searcher: Searcher
  readonly #spellings: Spelling[] = []
  readonly #runs: readonly Run[]
  /** The codes of all spellings, one after another. */
  readonly #codes: Uint16Array
  /** The index of the spelling of each code. */
  readonly #spellingAt: Uint16Array
  readonly #states: Uint8Array
  /** Hash table of places in the codes, plus one. Codes that a secret repeats are in it once: they disclose one place only. */
  readonly #table: Int32Array

  constructor(secrets: readonly FoldedSecret[]) {
    const needles = secrets.flatMap(({ spellings }) => spellings.map(({ codes }) => codes))
    const inParts = secrets.map(({ spellings }) => spellings.filter((one) => one.inParts))
    const size = inParts.flat().reduce((sum, { codes }) => sum + codes.length, 0)
    this.#codes = new Uint16Array(size)
    this.#spellingAt = new Uint16Array(size)
    this.#states = new Uint8Array(size)
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * size + 2)))
    this.#runs = secrets.map(() => new Run())
    const hashes = new Int32Array(size)
    let [end, count] = [0, 0]
    this.disclosures = secrets.map(({ codes: { length }, isOpen }, secret) => {
      const first = end
      const closed = closedBefore(isOpen)
      const counts = new Uint8Array(length)
      for (const { codes, isReversed } of inParts[secret] ?? []) {
        const [from, ratio] = [end, length / codes.length]
        const spelling = { secret, length, isReversed, from, ratio, least: Math.max(WIDTH, LEAST_CHARACTERS / ratio) }
        end += codes.length
        this.#codes.set(codes, from)
        this.#spellingAt.fill(this.#spellings.push(spelling) - 1, from, end)
        eachHash(codes, (start, hash) => {
          const [one, other] = charactersAt(spelling, from + start)
          if (closed[one] === closed[other]) return
          if (!this.#add(from + start, hash, first)) return
          hashes[count++] = hash
          // The first spelling is the secret itself.
          if (from === first) counts.fill(1, start, start + WIDTH)
        })
      }
      return new Disclosure(counts.map((one, i) => (isOpen[i] ? 0 : one)))
    })
    this.#searcher = new Searcher(needles, hashes.subarray(0, count))
  }

  /** Reports whole secrets alone. */
  searchWhole(text: Codes, whole: Finds['whole']): void {
    this.#searcher.each(text, whole)
  }

  /** How many codes at the end of a text are the beginning of a secret that may go on. */
  begunAtEnd(text: Codes): number {
    return this.#searcher.begunAtEnd(text)
  }

  /**
   * Reports what is found. Fragments are not looked for inside of whole ones.
   * @param goesOn whether more of the text follows: what its end cuts off is no fragment yet
   * @returns where a fragment begins that the end cuts off, or may cut off when there was one before
   */
  search(text: Codes, finds: Finds, goesOn = false): number {
    this.#searcher.each(text, finds.whole, (start, hash) => this.#read(text.codes, start, hash, finds))
    let begun = text.length - (goesOn ? this.#fragmentAtEnd(text) : 0)
    for (const [secret, run] of this.#runs.entries()) {
      const isCut = goesOn && run.last >= 0 && run.last + WIDTH === text.length
      if (isCut) begun = Math.min(begun, run.start)
      this.#end(secret, run, isCut ? null : finds)
    }
    return begun
  }

  /** How many codes at the end of a text may be the first of another fragment. Before there was one they may leave. */
  #fragmentAtEnd({ codes, length }: Codes): number {
    if (!this.disclosures.some((one) => one.isBegun)) return 0
    const all = bytesOf(this.#codes)
    for (let size = Math.min(length, WIDTH - 1); size > 0; size--)
      if (all.includes(bytesOf(codes.subarray(length - size, length)))) return size
    return 0
  }

  #isSame(codes: Uint16Array, start: number, place: number): boolean {
    for (let i = 0; i < WIDTH; i++) if (codes[start + i] !== this.#codes[place + i]) return false
    return true
  }

  /** @returns false when the secret, whose spellings begin at `first`, has the same codes at a place before */
  #add(place: number, hash: number, first: number): boolean {
    const [table, mask] = [this.#table, this.#table.length - 1]
    let slot = slotOf(hash) & mask
    for (let entry = table[slot] as number; entry !== 0; entry = table[slot] as number) {
      if (entry > first && this.#isSame(this.#codes, place, entry - 1)) return false
      slot = (slot + 1) & mask
    }
    table[slot] = place + 1
    return true
  }

  #read(codes: Uint16Array, start: number, hash: number, finds: Finds): void {
    const [table, mask] = [this.#table, this.#table.length - 1]
    let slot = slotOf(hash) & mask
    for (let entry = table[slot] as number; entry !== 0; entry = table[slot] as number) {
      if (this.#isSame(codes, start, entry - 1)) this.#extend(entry - 1, start, finds)
      slot = (slot + 1) & mask
    }
  }

  #extend(place: number, start: number, finds: Finds): void {
    const { secret, least } = this.#spellings[this.#spellingAt[place] as number] as Spelling
    const run = this.#runs[secret] as Run
    if (run.last !== start - 1) {
      this.#end(secret, run, finds)
      run.start = start
      run.least = least
    }
    run.last = start
    run.least = Math.min(run.least, least)
    if (this.#states[place] !== NEW) return
    this.#states[place] = IN_RUN
    run.places.push(place)
  }

  /** @param finds null for a run that does not count */
  #end(secret: number, run: Run, finds: Finds | null): void {
    const length = run.last - run.start + WIDTH
    const counts = finds !== null && run.last >= 0 && length >= run.least
    if (counts) finds.fragment(secret, run.start, run.start + length)
    for (const place of run.places) {
      const spelling = this.#spellings[this.#spellingAt[place] as number] as Spelling
      const isDisclosed = counts && length >= spelling.least
      this.#states[place] = isDisclosed ? DISCLOSED : NEW
      if (isDisclosed) this.disclosures[secret]?.add(...charactersAt(spelling, place))
    }
    run.places.length = 0
    run.last = -2
  }
}

const bytesOf = (codes: Uint16Array): Buffer => Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength)

/** Which characters of the secret the codes at a place of a spelling stand for. */
function charactersAt({ from, ratio, length, isReversed }: Spelling, place: number): [from: number, to: number] {
  const [start, end] = [Math.floor((place - from) * ratio), Math.floor((place - from + WIDTH) * ratio)]
  return isReversed ? [length - end, length - start] : [start, end]
}

/** Spreads hashes over a table: those of similar texts are close to each other. */
const slotOf = (hash: number): number => {
  const mixed = Math.imul(hash, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
