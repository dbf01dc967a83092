/** Joining rankings and comparing vectors. */
import { byScore, type Hit } from './bm25.ts'

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): each ranking gives `1 / (k + rank)` to what it lists, so
 * scores of unlike scale need no calibration. Best first.
 */
export function fuseRanks(rankings: readonly (readonly number[])[], k = 60): Hit[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [rank, index] of ranking.entries()) scores.set(index, (scores.get(index) ?? 0) + 1 / (k + rank + 1))
  }
  return Array.from(scores, ([index, score]) => ({ index, score })).sort(byScore)
}

/** Cosine of two vectors of one length, -1 to 1; 0 when either is all zeros. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0
  let squareA = 0
  let squareB = 0
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0
    dot += x * y
    squareA += x * x
    squareB += y * y
  }
  return squareA === 0 || squareB === 0 ? 0 : dot / Math.sqrt(squareA * squareB)
}
