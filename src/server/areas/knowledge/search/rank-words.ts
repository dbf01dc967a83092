/**
 * Ranks the chunks of a base by words: Okapi BM25. Rare words are looked up first. Once what they found can no longer be overtaken by chunks
 * that have only the words that are left, those words are looked up in what was found and no longer read from end to end (the
 * MaxScore of Turtle and Flood, 1995): common words have by far the longest lists, and decide least.
 */
import { type WordIndex, WordList } from './word-index.ts'

const K1 = 1.2
const B = 0.75
/** A shorter list is read faster than it is decided whether that is needed. */
const LONG = 2048
/** About so many entries of a list are read to find one chunk in it. */
const TO_FIND_ONE = 64
const STEPS = 1000

export interface WordPart {
  index: WordIndex
  /** The number of its first chunk in the base. */
  first: number
}

export interface AskedWords {
  /** Each once. */
  words: readonly number[]
  parts: readonly WordPart[]
  /** How many chunks there are, and how many words a chunk has on average. */
  chunks: number
  average: number
  counts: (chunk: number) => boolean
}

interface Term {
  /** In the list of each part; -1 where it has none. */
  places: number[]
  has: number
  /** What it adds to the score of a chunk, at most. */
  gain: number
}

export interface ScoredChunk {
  chunk: number
  score: number
}

function termsOf({ words, parts, chunks }: AskedWords): Term[] {
  return words
    .map((word) => {
      const places = parts.map(({ index }) => index.find(word))
      const has = places.reduce((sum, place, at) => sum + (parts[at]?.index.counts[place] ?? 0), 0)
      return { places, has, gain: Math.log(1 + (chunks - has + 0.5) / (has + 0.5)) * (K1 + 1) }
    })
    .filter(({ has }) => has > 0)
    .sort((a, b) => a.has - b.has)
}

/** Its memory is used by one search after the other. */
export class WordRanking {
  /** Of each chunk; 0 between two searches. */
  #scores = new Float32Array(0)
  #found = new Uint32Array(4096)
  #length = 0
  #highest = 0
  readonly #list = new WordList()

  get bytes(): number {
    return this.#scores.byteLength + this.#found.byteLength
  }

  /** The best first; of two that are as good the earlier one. */
  best(asked: AskedWords, most: number): ScoredChunk[] {
    if (this.#scores.length < asked.chunks) this.#scores = new Float32Array(Math.ceil(asked.chunks * 1.25))
    const terms = termsOf(asked)
    const left = terms.map(({ gain }) => gain)
    for (let at = left.length - 2; at >= 0; at--) left[at] = (left[at] ?? 0) + (left[at + 1] ?? 0)
    let found: Uint32Array | null = null
    for (const [at, term] of terms.entries()) {
      const border = term.has > LONG ? this.#border(this.#all(), most) : 0
      if ((left[at] ?? 0) < border) {
        found = this.#refine(asked, { terms: terms.slice(at), left: left.slice(at), most }, border)
        break
      }
      for (const [part, place] of term.places.entries())
        if (place >= 0) this.#add(asked, { part, place }, term.gain, true)
    }
    found ??= this.#all()
    const best = Array.from(this.#above(found, this.#border(found, most)), (chunk) => ({
      chunk,
      score: this.#scores[chunk] ?? 0,
    }))
    this.#clear()
    return best.sort((a, b) => b.score - a.score || a.chunk - b.chunk).slice(0, most)
  }

  #all(): Uint32Array {
    return this.#found.subarray(0, this.#length)
  }

  #push(chunk: number): void {
    if (this.#length === this.#found.length) {
      const larger = new Uint32Array(this.#length * 2)
      larger.set(this.#found)
      this.#found = larger
    }
    this.#found[this.#length++] = chunk
  }

  /** @param isNew whether chunks count that no word was found in before */
  #add(asked: AskedWords, { part, place }: { part: number; place: number }, gain: number, isNew: boolean): void {
    const { index, first } = asked.parts[part] as WordPart
    const scores = this.#scores
    const { lengths } = index
    const [base, slope] = weightsOf(asked)
    for (const { chunks, times, length } of index.readInBlocks(place, this.#list))
      for (let i = 0; i < length; i++) {
        const local = chunks[i] ?? 0
        const chunk = first + local
        const before = scores[chunk] ?? 0
        if (before === 0) {
          if (!isNew || !asked.counts(chunk)) continue
          this.#push(chunk)
        }
        const count = times[i] ?? 0
        const score = before + (gain * count) / (count + base + slope * (lengths[local] ?? 0))
        scores[chunk] = score
        if (score > this.#highest) this.#highest = score
      }
  }

  /**
   * Adds what is left for those that can still be among the best.
   * @param left what the terms from each one on add at most
   * @returns those that can
   */
  #refine(
    asked: AskedWords,
    { terms, left, most }: { terms: readonly Term[]; left: readonly number[]; most: number },
    least: number,
  ): Uint32Array {
    let border = least
    let chunks = this.#above(this.#all(), border - (left[0] ?? 0)).sort()
    for (const [at, { places, gain }] of terms.entries()) {
      for (const [part, place] of places.entries()) {
        if (place < 0) continue
        const { index, first } = asked.parts[part] as WordPart
        const own = chunks.subarray(placeOf(chunks, first), placeOf(chunks, first + index.chunks))
        if (own.length * TO_FIND_ONE > (index.counts[place] ?? 0)) this.#add(asked, { part, place }, gain, false)
        else this.#addTo(asked, { part, place }, gain, own)
      }
      border = Math.max(border, this.#border(chunks, most))
      chunks = this.#above(chunks, border - (left[at + 1] ?? 0))
    }
    return chunks
  }

  #addTo(asked: AskedWords, { part, place }: { part: number; place: number }, gain: number, own: Uint32Array): void {
    const { index, first } = asked.parts[part] as WordPart
    const [base, slope] = weightsOf(asked)
    const local = first === 0 ? own : own.map((chunk) => chunk - first)
    const times = index.timesIn(place, local)
    for (const [at, chunk] of own.entries()) {
      const count = times[at] ?? 0
      if (count === 0) continue
      const score =
        (this.#scores[chunk] ?? 0) + (gain * count) / (count + base + slope * (index.lengths[chunk - first] ?? 0))
      this.#scores[chunk] = score
      if (score > this.#highest) this.#highest = score
    }
  }

  /** A score that at least `most` of the chunks have, near that of the last of them; 0 where there are fewer. */
  #border(chunks: Uint32Array, most: number): number {
    if (chunks.length < most) return 0
    const scores = this.#scores
    const met = new Uint32Array(STEPS + 1)
    const scale = STEPS / (this.#highest || 1)
    for (let i = 0; i < chunks.length; i++) {
      const step = ((scores[chunks[i] ?? 0] ?? 0) * scale) | 0
      met[step] = (met[step] ?? 0) + 1
    }
    let step = STEPS
    for (let sum = met[step] ?? 0; sum < most && step > 0; ) sum += met[--step] ?? 0
    // A little lower than the step itself: scores are rounded.
    return (step - 0.001) / scale
  }

  #above(chunks: Uint32Array, border: number): Uint32Array {
    const scores = this.#scores
    const above = new Uint32Array(chunks.length)
    let length = 0
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] ?? 0
      if ((scores[chunk] ?? 0) >= border) above[length++] = chunk
    }
    return above.subarray(0, length)
  }

  #clear(): void {
    for (let i = 0; i < this.#length; i++) this.#scores[this.#found[i] ?? 0] = 0
    this.#length = 0
    this.#highest = 0
    // One search for common words alone finds nearly everything.
    if (this.#found.length > 1 << 20) this.#found = new Uint32Array(4096)
  }
}

/** What the length of a chunk takes from its score: a fixed part, and one for each of its words. */
const weightsOf = ({ average }: AskedWords): [base: number, slope: number] => [K1 * (1 - B), (K1 * B) / average]

/** Of the first chunk that is not before this one. */
function placeOf(chunks: Uint32Array, first: number): number {
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((chunks[middle] ?? 0) < first) low = middle + 1
    else high = middle
  }
  return low
}
