/**
 * Which vectors of a list share most signs with one: read one after the other, at three milliseconds for a million. The loop is WebAssembly,
 * which counts the bits of eight bytes with one instruction; its text is in `sign-scan.wat`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DIMENSIONS, SIGNATURE_BYTES } from './signature.ts'

const PROGRAM =
  'AGFzbQEAAAABCQFgBH9/f38BfwMCAQAFAwEAAgcTAgZtZW1vcnkCAAZuZWFyZXIAAArZAQHWAQIIfgN/QQApAwAhBEEAKQMIIQVBACkDECEGQQApAxghB0EAKQMgIQhBACkDKCEJQQApAzAhCkEAKQM4IQsgAyEOAkADQCAMIAFPDQEgBCAAKQMAhXsgBSAAKQMIhXt8IAYgACkDEIV7IAcgACkDGIV7fHwgCCAAKQMghXsgCSAAKQMohXt8IAogACkDMIV7IAsgACkDOIV7fHx8pyENIA0gAkkEQCAOIAxBCnQgDXI2AgAgDkEEaiEOCyAAQcAAaiEAIAxBAWohDAwACwsgDiADa0ECdgs='

/** Looked at by one call. The first ones are few: what they find says what is near enough in all others. */
const FIRST = 1024
const AT_A_TIME = 16_384
/** Before others have their turn: half a millisecond. */
const A_TURN = 12 * AT_A_TIME
const PAGE = 65_536
/** The memory has the vector that is asked about, what one call found, and the signatures. */
const FOUND_AT = SIGNATURE_BYTES
const SIGNATURES_AT = FOUND_AT + AT_A_TIME * 4
const DISTANCE_BITS = 10

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
interface Program {
  memory: Memory
  nearer(at: number, count: number, limit: number, out: number): number
}

/** The types of Node know nothing of it. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Module: new (bytes: Buffer) => object; Instance: new (module: object) => { exports: Program } }
}
const compiled = new WebAssembly.Module(Buffer.from(PROGRAM, 'base64'))
const start = (): Program => new WebAssembly.Instance(compiled).exports

export class SignScan {
  readonly #program = start()
  #size = 0

  /** How many signatures there are. */
  get size(): number {
    return this.#size
  }
  get bytes(): number {
    return this.#program.memory.buffer.byteLength
  }

  /** @param signatures of 64 bytes each, one after the other */
  add(signatures: Uint8Array): void {
    const { memory } = this.#program
    const from = SIGNATURES_AT + this.#size * SIGNATURE_BYTES
    const end = from + signatures.length
    const missing = end - memory.buffer.byteLength
    // By a quarter at least: memory that grows is copied.
    if (missing > 0) memory.grow(Math.ceil(Math.max(missing, this.#size * 16) / PAGE))
    new Uint8Array(memory.buffer).set(signatures, from)
    this.#size += signatures.length / SIGNATURE_BYTES
  }

  /**
   * The places of the nearest signatures, the nearest first, and of two that are as near the earlier one: of those that were there at the
   * beginning and count.
   */
  async nearest(signs: Uint32Array, most: number, counts: (slot: number) => boolean): Promise<number[]> {
    const nearest = new Nearest(most)
    const size = this.#size
    let turn = 0
    for (let from = 0, count = FIRST; from < size; from += count, count = Math.min(AT_A_TIME, count * 4)) {
      if (turn >= A_TURN) {
        await nextTurn()
        turn = 0
      }
      turn += count
      this.#look({ signs, from, count: Math.min(count, size - from) }, nearest, counts)
    }
    return nearest.places()
  }

  #look(
    { signs, from, count }: { signs: Uint32Array; from: number; count: number },
    nearest: Nearest,
    counts: (slot: number) => boolean,
  ): void {
    const { memory, nearer } = this.#program
    // Others may have asked in between, and added.
    new Uint32Array(memory.buffer, 0, signs.length).set(signs)
    const found = nearer(SIGNATURES_AT + from * SIGNATURE_BYTES, count, nearest.limit, FOUND_AT)
    for (const one of new Uint32Array(memory.buffer, FOUND_AT, found)) {
      const slot = from + (one >>> DISTANCE_BITS)
      if (counts(slot)) nearest.push(slot, one & ((1 << DISTANCE_BITS) - 1))
    }
    nearest.narrow()
  }
}

/** The nearest so far. */
class Nearest {
  readonly #most: number
  #slots: number[] = []
  #distances: number[] = []
  readonly #met = new Uint32Array(DIMENSIONS + 1)
  /** What is not nearer than this is not among them any more. */
  limit = DIMENSIONS + 1
  constructor(most: number) {
    this.#most = most
  }

  push(slot: number, distance: number): void {
    this.#slots.push(slot)
    this.#distances.push(distance)
    this.#met[distance] = (this.#met[distance] ?? 0) + 1
  }

  /** Lowers the limit: what comes later has to be nearer than the last one that is wanted. */
  narrow(): void {
    if (this.#slots.length < this.#most) return
    let last = 0
    for (let sum = this.#met[0] ?? 0; sum < this.#most && last < DIMENSIONS; ) sum += this.#met[++last] ?? 0
    this.limit = last
  }

  places(): number[] {
    const { limit } = this
    return [...this.#slots.keys()]
      .filter((at) => (this.#distances[at] ?? 0) <= limit)
      .sort((a, b) => (this.#distances[a] ?? 0) - (this.#distances[b] ?? 0) || a - b)
      .slice(0, this.#most)
      .map((at) => this.#slots[at] ?? 0)
  }
}
