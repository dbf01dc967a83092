/** Makes the index of a base of those of its documents. */
import { packWords, WordIndex, WordList } from './word-index.ts'

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
  return new WordIndex(packWords({ words, counts, starts, lengths, lists }))
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
