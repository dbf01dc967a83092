/** The quality of an agent, from 0 to 100: computed from what the platform measured and nobody typed. Pure. */
import type { QualityPart } from '#contract/agents/agents.ts'

/** What is known of an agent. Sums of runs count a day half as much every 30 days; null where nothing is known. */
export interface Measured {
  runs: number
  succeeded: number
  median_ms: number | null
  /** Of agents of its category. */
  usual_ms: number | null
  paise: number
  /** Of agents of its category with this kind of price. */
  usual_paise: number | null
  /** The part of what was paid in half a year that went back. */
  refunded: number | null
  rating: number | null
  reviews: number
}

/** Fewer runs say too little. */
export const LEAST_RUNS = 10
const WEIGHTS = { success: 40, reviews: 20, time: 15, refunds: 15, price: 10 } as const
/** Of 95 %. */
const Z = 1.96
/** What an agent is thought to be worth before many have said so: that many reviews of that many stars. */
const PRIOR = { reviews: 5, stars: 3.5 }
/** A fifth of the money given back is the end of it. */
const WORST_REFUNDS = 0.2

/**
 * The lower end of the range in which the true rate of success lies: few runs prove little.
 * @see Wilson, E. B. (1927), Probable inference, the law of succession, and statistical inference
 */
export function provenRate(succeeded: number, runs: number): number {
  if (runs <= 0) return 0
  const rate = Math.min(1, succeeded / runs)
  const spread = Z * Math.sqrt((rate * (1 - rate) + (Z * Z) / (4 * runs)) / runs)
  return Math.max(0, (rate + (Z * Z) / (2 * runs) - spread) / (1 + (Z * Z) / runs))
}

/** 1 for nothing, a half for what is usual, towards 0 for much more. */
const below = (value: number, usual: number): number => (value <= 0 ? 1 : usual / (usual + value))

/** @returns null while there is too little to measure */
export function rateQuality(known: Measured): { quality: number; parts: QualityPart[] } | null {
  if (known.runs < LEAST_RUNS) return null
  const { rating, reviews, refunded, median_ms, usual_ms, usual_paise } = known
  const scores: Record<keyof typeof WEIGHTS, [score: number, value: number] | null> = {
    success: [provenRate(known.succeeded, known.runs), known.succeeded / known.runs],
    reviews:
      rating === null
        ? null
        : [((rating * reviews + PRIOR.stars * PRIOR.reviews) / (reviews + PRIOR.reviews) - 1) / 4, rating],
    time: median_ms === null || usual_ms === null ? null : [below(median_ms, usual_ms), median_ms],
    refunds: refunded === null ? null : [Math.max(0, 1 - refunded / WORST_REFUNDS), refunded],
    price: known.paise === 0 ? [1, 0] : usual_paise === null ? null : [below(known.paise, usual_paise), known.paise],
  }
  const parts = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).flatMap((part): QualityPart[] => {
    const found = scores[part]
    return found ? [{ part, score: Math.round(found[0] * 1000) / 1000, weight: WEIGHTS[part], value: found[1] }] : []
  })
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  const sum = parts.reduce((total, part) => total + part.score * part.weight, 0)
  return { quality: Math.round((100 * sum) / weight), parts }
}
