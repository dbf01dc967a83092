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

function pack({ words, counts, starts, lengths, lists }: Written): Uint8Array {
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
    return pack({ words, counts, starts, lengths: Uint16Array.from(this.#lengths), lists: numbers.taken() })
  }
}

/** The list of one word, read into memory that is used again. */
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

/** Reads an index where it lies. */
export class WordIndex {
  readonly chunks: number
  readonly words: Uint32Array
  readonly counts: Uint32Array
  readonly starts: Uint32Array
  readonly lengths: Uint16Array
  readonly lists: Uint8Array
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
    const length = this.counts[place] ?? 0
    into.reserve(length)
    const { lists } = this
    const { chunks, times } = into
    let at = this.starts[place] ?? 0
    let chunk = 0
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
  }

  get bytes(): number {
    return HEADER + this.words.byteLength * 3 + this.lengths.byteLength + this.lists.byteLength
  }
}

/** Where the chunks of each index begin in one index of all, and how many there are. */
function placesOf(parts: readonly WordIndex[]): { first: number[]; total: number } {
  let total = 0
  const first = parts.map((part) => {
    total += part.chunks
    return total - part.chunks
  })
  return { first, total }
}

const sizeOf = (value: number): number => {
  let size = 1
  for (let rest = value; rest > 127; rest >>>= 7) size++
  return size
}

function distinctWords(parts: readonly WordIndex[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { words }) => sum + words.length, 0))
  let at = 0
  for (const { words } of parts) {
    all.set(words, at)
    at += words.length
  }
  all.sort()
  let kept = 0
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i] ?? 0
  return all.slice(0, kept)
}

/** Where a part's words are in the merged list of words. */
function placesIn(words: Uint32Array, part: WordIndex): Uint32Array {
  const places = new Uint32Array(part.words.length)
  for (let i = 0, at = 0; i < places.length; i++) {
    at = seek(words, part.words[i] ?? 0, at)
    places[i] = at
  }
  return places
}

const writeNumber = (lists: Uint8Array, from: number, value: number): number => {
  let at = from
  let rest = value
  while (rest > 127) {
    lists[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  lists[at++] = rest
  return at
}

/**
 * One index of several: the chunks of the second follow those of the first. Everything is looked at twice, first to learn how long each
 * list will be.
 * @param rest called between two parts; others have their turn while it waits
 */
export async function mergeWordIndexes(parts: readonly WordIndex[], rest: () => Promise<void>): Promise<WordIndex> {
  const words = distinctWords(parts)
  const { first, total } = placesOf(parts)
  const list = new WordList()
  const counts = new Uint32Array(words.length)
  const starts = new Uint32Array(words.length + 1)
  const last = new Uint32Array(words.length)
  for (const [index, part] of parts.entries()) {
    const [places, base] = [placesIn(words, part), first[index] ?? 0]
    for (let i = 0; i < places.length; i++) {
      const word = places[i] ?? 0
      part.read(i, list)
      let before = last[word] ?? 0
      let size = 0
      for (let n = 0; n < list.length; n++) {
        const chunk = base + (list.chunks[n] ?? 0)
        size += sizeOf(chunk - before) + sizeOf(list.times[n] ?? 0)
        before = chunk
      }
      last[word] = before
      counts[word] = (counts[word] ?? 0) + list.length
      starts[word + 1] = (starts[word + 1] ?? 0) + size
    }
    await rest()
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  const lists = new Uint8Array(starts[words.length] ?? 0)
  const next = starts.slice()
  last.fill(0)
  for (const [index, part] of parts.entries()) {
    const [places, base] = [placesIn(words, part), first[index] ?? 0]
    for (let i = 0; i < places.length; i++) {
      const word = places[i] ?? 0
      part.read(i, list)
      let before = last[word] ?? 0
      let at = next[word] ?? 0
      for (let n = 0; n < list.length; n++) {
        const chunk = base + (list.chunks[n] ?? 0)
        at = writeNumber(lists, writeNumber(lists, at, chunk - before), list.times[n] ?? 0)
        before = chunk
      }
      last[word] = before
      next[word] = at
    }
    await rest()
  }
  const lengths = new Uint16Array(total)
  for (const [index, part] of parts.entries()) lengths.set(part.lengths, first[index] ?? 0)
  return new WordIndex(pack({ words, counts, starts, lengths, lists }))
}

/** The place of a word that is there, from a place before it: in growing steps, then by halves. */
function seek(words: Uint32Array, word: number, from: number): number {
  let step = 1
  let low = from
  while (low + step < words.length && (words[low + step] ?? 0) <= word) {
    low += step
    step *= 2
  }
  let high = Math.min(words.length, low + step + 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? 0) < word) low = middle + 1
    else high = middle
  }
  return low
}
