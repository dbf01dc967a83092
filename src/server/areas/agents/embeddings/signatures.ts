/**
 * The signatures of all listings in the memory of this process: 64 bytes each, 6.4 MB for a hundred thousand. Read from the database when
 * they are first needed, and then what came since. A search looks at every one, a part at a time, so that nothing else waits for it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { countBits, DIMENSIONS, WORDS } from '#server/platform/vectors/signature.ts'

/** Looked at before others have their turn: about half a millisecond. */
const AT_A_TIME = 8192

export interface SignatureRow {
  slot: number
  signature: Uint8Array
}

export class Signatures {
  #words = new Uint32Array(0)
  #last = 0

  /** How many places are looked at. */
  get size(): number {
    return this.#last
  }

  put({ slot, signature }: SignatureRow): void {
    const from = slot * WORDS
    if (from + WORDS > this.#words.length) {
      const larger = new Uint32Array(Math.max(1024 * WORDS, (from + WORDS) * 1.5))
      larger.set(this.#words)
      this.#words = larger
    }
    // Copied first: what the database gives may lie where no word begins.
    this.#words.set(new Uint32Array(new Uint8Array(signature).buffer), from)
    this.#last = Math.max(this.#last, slot + 1)
  }

  /** The slots that share most signs, the nearest first. @param signal gives up, with its reason */
  async nearest(signs: Uint32Array, count: number, signal: AbortSignal): Promise<number[]> {
    const distances = new Uint16Array(this.#last)
    const met = new Uint32Array(DIMENSIONS + 1)
    for (let from = 0; from < distances.length; from += AT_A_TIME) {
      if (from > 0) await nextTurn()
      signal.throwIfAborted()
      measure({ words: this.#words, signs, distances, met, from, to: Math.min(from + AT_A_TIME, distances.length) })
    }
    let furthest = 0
    for (let taken = met[0] ?? 0; taken < count && furthest < DIMENSIONS; taken += met[furthest] ?? 0) furthest++
    const found: number[] = []
    for (let slot = 0; slot < distances.length; slot++) if ((distances[slot] ?? 0) <= furthest) found.push(slot)
    return found.sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0)).slice(0, count)
  }
}

interface Part {
  words: Uint32Array
  signs: Uint32Array
  distances: Uint16Array
  /** How many are at each distance. */
  met: Uint32Array
  from: number
  to: number
}

function measure({ words, signs, distances, met, from, to }: Part): void {
  for (let slot = from; slot < to; slot++) {
    let distance = 0
    for (let i = 0, at = slot * WORDS; i < WORDS; i++, at++) distance += countBits((words[at] ?? 0) ^ (signs[i] ?? 0))
    distances[slot] = distance
    met[distance] = (met[distance] ?? 0) + 1
  }
}
