/**
 * Which words are in which chunks: a small inverted index as bytes. One is stored for each document, and those of a base are merged when
 * it is loaded. Words are numbers (FNV-1a, 32 bits): of a million different words about a hundred share theirs with another, which costs a
 * place in a ranking at most.
 *
 * Layout, all numbers little endian: `chunks`, `words` (uint32) · the words in order (uint32 each) · how many chunks have each (uint32) ·
 * where the list of each begins (uint32, one more than words) · length of each chunk in words (uint16) · lists: pairs of variable-length
 * numbers, the distance to the chunk before and how often the word is in it.
 */

const HEADER = 8
const MOST_LENGTH = 65_535

export function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** A growing buffer of variable-length numbers: seven bits in a byte, the lowest first. */
class Numbers {
  #bytes = new Uint8Array(4096)
  length = 0
  push(value: number): void {
    if (this.length + 5 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    let rest = value
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }
  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }
}

interface Written {
  words: Uint32Array
  counts: Uint32Array
  starts: Uint32Array
  lengths: Uint16Array
  lists: Uint8Array
}

export function packWords({ words, counts, starts, lengths, lists }: Written): Uint8Array {
  const numbers = 3 * words.length + 1
  const bytes = new Uint8Array(HEADER + numbers * 4 + Math.ceil(lengths.length / 2) * 4 + lists.length)
  const table = new Uint32Array(bytes.buffer, HEADER, numbers)
  table.set(words)
  table.set(counts, words.length)
  table.set(starts, 2 * words.length)
  new Uint32Array(bytes.buffer, 0, 2).set([lengths.length, words.length])
  new Uint16Array(bytes.buffer, HEADER + numbers * 4, lengths.length).set(lengths)
  bytes.set(lists, bytes.length - lists.length)
  return bytes
}

/** Makes the index of a document, chunk by chunk. */
export class WordIndexBuilder {
  readonly #lists = new Map<number, number[]>()
  readonly #lengths: number[] = []

  /** @param words of the next chunk, repeats kept */
  add(words: readonly string[]): void {
    const chunk = this.#lengths.length
    const counts = new Map<number, number>()
    for (const word of words) {
      const hash = hashWord(word)
      counts.set(hash, (counts.get(hash) ?? 0) + 1)
    }
    for (const [hash, count] of counts) {
      const list = this.#lists.get(hash)
      if (list) list.push(chunk, count)
      else this.#lists.set(hash, [chunk, count])
    }
    this.#lengths.push(Math.min(words.length, MOST_LENGTH))
  }

  build(): Uint8Array {
    const words = Uint32Array.from(this.#lists.keys()).sort()
    const counts = new Uint32Array(words.length)
    const starts = new Uint32Array(words.length + 1)
    const numbers = new Numbers()
    for (const [at, word] of words.entries()) {
      const list = this.#lists.get(word) ?? []
      starts[at] = numbers.length
      counts[at] = list.length / 2
      for (let i = 0, last = 0; i < list.length; i += 2) {
        const chunk = list[i] ?? 0
        numbers.push(chunk - last)
        numbers.push(list[i + 1] ?? 1)
        last = chunk
      }
    }
    starts[words.length] = numbers.length
    return packWords({ words, counts, starts, lengths: Uint16Array.from(this.#lengths), lists: numbers.taken() })
  }
}

/** Some of the list of one word, read into memory that is used again. */
export class WordList {
  chunks = new Uint32Array(1024)
  /** How often the word is in each. */
  times = new Uint32Array(1024)
  length = 0
  reserve(length: number): void {
    this.length = length
    if (length <= this.chunks.length) return
    this.chunks = new Uint32Array(length * 2)
    this.times = new Uint32Array(length * 2)
  }
}

/** @param from where the numbers begin @param before the chunk before the first @returns where the next ones begin */
function readNumbers(lists: Uint8Array, from: number, before: number, { chunks, times, length }: WordList): number {
  let at = from
  let chunk = before
  for (let i = 0; i < length; i++) {
    let byte = lists[at++] ?? 0
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = lists[at++] ?? 0
      value |= (byte & 127) << shift
    }
    chunk += value
    chunks[i] = chunk
    byte = lists[at++] ?? 0
    value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = lists[at++] ?? 0
      value |= (byte & 127) << shift
    }
    times[i] = value
  }
  return at
}

/** Entries of a list that are read together. */
const BLOCK = 128

/** What a block is read into; done with before anything else has its turn. */
const oneBlock = new WordList()

/** Where the blocks of a long list begin, so that one can be read without those before it. */
interface Blocks {
  starts: Uint32Array
  /** The last chunk before each. */
  before: Uint32Array
}

/** Reads an index where it lies. */
export class WordIndex {
  readonly chunks: number
  readonly words: Uint32Array
  readonly counts: Uint32Array
  readonly starts: Uint32Array
  readonly lengths: Uint16Array
  readonly lists: Uint8Array
  /** Of the lists that were looked into, by their places. */
  readonly #blocks = new Map<number, Blocks>()
  #blockBytes = 0
  constructor(stored: Uint8Array) {
    // What the database gives may lie where no number begins.
    const bytes = stored.byteOffset % 4 === 0 ? stored : new Uint8Array(stored)
    const { buffer, byteOffset } = bytes
    const [chunks = 0, count = 0] = new Uint32Array(buffer, byteOffset, 2)
    const table = byteOffset + HEADER
    this.chunks = chunks
    this.words = new Uint32Array(buffer, table, count)
    this.counts = new Uint32Array(buffer, table + count * 4, count)
    this.starts = new Uint32Array(buffer, table + count * 8, count + 1)
    const lengths = table + (3 * count + 1) * 4
    this.lengths = new Uint16Array(buffer, lengths, chunks)
    this.lists = new Uint8Array(buffer, lengths + Math.ceil(chunks / 2) * 4, this.starts[count] ?? 0)
  }

  /** The place of a word, -1 when it is in no chunk. */
  find(hash: number): number {
    let low = 0
    let high = this.words.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.words[middle] ?? 0) < hash) low = middle + 1
      else high = middle
    }
    return this.words[low] === hash ? low : -1
  }

  /** Reads the chunks that have the word at this place, in order, and how often each has it. */
  read(place: number, into: WordList): void {
    into.reserve(this.counts[place] ?? 0)
    readNumbers(this.lists, this.starts[place] ?? 0, 0, into)
  }

  /** The same, some at a time. */
  *readInBlocks(place: number, into: WordList): Generator<WordList> {
    const most = into.chunks.length
    let at = this.starts[place] ?? 0
    let before = 0
    for (let left = this.counts[place] ?? 0; left > 0; left -= into.length) {
      into.reserve(Math.min(most, left))
      at = readNumbers(this.lists, at, before, into)
      before = into.chunks[into.length - 1] ?? 0
      yield into
    }
  }

  #blocksOf(place: number): Blocks {
    const known = this.#blocks.get(place)
    if (known) return known
    const count = this.counts[place] ?? 0
    const size = Math.ceil(count / BLOCK)
    const blocks = { starts: new Uint32Array(size), before: new Uint32Array(size) }
    const list = oneBlock
    let at = this.starts[place] ?? 0
    let before = 0
    for (let block = 0; block < size; block++) {
      blocks.starts[block] = at
      blocks.before[block] = before
      list.reserve(Math.min(BLOCK, count - block * BLOCK))
      at = readNumbers(this.lists, at, before, list)
      before = list.chunks[list.length - 1] ?? 0
    }
    this.#blocks.set(place, blocks)
    this.#blockBytes += size * 8
    return blocks
  }

  /** How often the word at this place is in each of these chunks, which are in order. Reads only the parts of the list where they can be. */
  timesIn(place: number, chunks: Uint32Array): Uint32Array {
    const { starts, before } = this.#blocksOf(place)
    const count = this.counts[place] ?? 0
    const list = oneBlock
    const found = new Uint32Array(chunks.length)
    let block = -1
    let next = 0
    for (const [at, chunk] of chunks.entries()) {
      let wanted = Math.max(0, block)
      while (wanted + 1 < starts.length && (before[wanted + 1] ?? 0) < chunk) wanted++
      if (wanted !== block) {
        block = wanted
        next = 0
        list.reserve(Math.min(BLOCK, count - block * BLOCK))
        readNumbers(this.lists, starts[block] ?? 0, before[block] ?? 0, list)
      }
      while (next < list.length && (list.chunks[next] ?? 0) < chunk) next++
      if (next < list.length && list.chunks[next] === chunk) found[at] = list.times[next] ?? 0
    }
    return found
  }

  get bytes(): number {
    return HEADER + this.words.byteLength * 3 + this.lengths.byteLength + this.lists.byteLength + this.#blockBytes
  }
}
