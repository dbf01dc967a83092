/**
 * Vectors of meaning made small: 512 numbers of unit length become 512 whole numbers from -127 to 127 for the database, and 512 signs,
 * one bit each, for memory. The more signs two vectors share, the nearer they are; the whole numbers then say how near.
 */
export const DIMENSIONS = 512
export const SIGNATURE_BYTES = DIMENSIONS / 8
/** Of a signature, as they lie in memory. */
export const WORDS = SIGNATURE_BYTES / 4
const LARGEST = 127

/** @param vector 512 numbers; its length does not matter */
export function packVector(vector: Float32Array): { vector: Buffer; signature: Buffer } {
  let most = Number.MIN_VALUE
  for (const value of vector) most = Math.max(most, Math.abs(value))
  const whole = Int8Array.from(vector, (value) => Math.round((value / most) * LARGEST))
  return { vector: Buffer.from(whole.buffer), signature: Buffer.from(signsOf(vector).buffer) }
}

/** One bit for each number above zero. */
export function signsOf(vector: Float32Array): Uint32Array {
  const signs = new Uint32Array(WORDS)
  for (let i = 0; i < DIMENSIONS; i++) if ((vector[i] ?? 0) > 0) signs[i >> 5] = (signs[i >> 5] ?? 0) | (1 << (i & 31))
  return signs
}

/** The cosine of a vector of unit length and a packed one: 1 is the same meaning, 0 is none in common. */
export function cosineSimilarity(unit: Float32Array, packed: Uint8Array): number {
  const whole = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength)
  let sum = 0
  let squares = 0
  for (let i = 0; i < DIMENSIONS; i++) {
    const value = whole[i] ?? 0
    sum += (unit[i] ?? 0) * value
    squares += value * value
  }
  return squares === 0 ? 0 : sum / Math.sqrt(squares)
}

/** How many bits of a word are set. */
export function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
