/**
 * Vectors of any length made as long as ours are. Each of the 512 numbers is the sum of all numbers of the vector with signs that are drawn
 * once and for all: angles between vectors stay nearly what they were (Johnson and Lindenstrauss; signs: Achlioptas, PODS 2001).
 */
import { DIMENSIONS } from './signature.ts'

/** Of no model that is known; a longer one is refused before it comes here. */
export const LONGEST_VECTOR = 8192
const KEPT = 4
const drawn = new Map<number, Int8Array>()

/** The same signs for the same length, in every process and for ever: stored vectors were made with them. */
function signsFor(length: number): Int8Array {
  const known = drawn.get(length)
  if (known) return known
  const signs = new Int8Array(length * DIMENSIONS)
  let state = (length * 2_654_435_761) >>> 0 || 1
  for (let at = 0; at < signs.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    signs[at] = (state >>> 31) & 1 ? 1 : -1
  }
  if (drawn.size >= KEPT) drawn.clear()
  drawn.set(length, signs)
  return signs
}

/** 512 numbers of unit length. */
export function projectVector(vector: Float32Array): Float32Array {
  const made = new Float32Array(DIMENSIONS)
  if (vector.length === DIMENSIONS) made.set(vector)
  else {
    const signs = signsFor(vector.length)
    for (let row = 0; row < DIMENSIONS; row++) {
      let sum = 0
      const from = row * vector.length
      for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) * (signs[from + at] ?? 0)
      made[row] = sum
    }
  }
  const length = Math.hypot(...made) || 1
  return made.map((value) => value / length)
}
