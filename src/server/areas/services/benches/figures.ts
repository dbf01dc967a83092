/** What the runs of a bench say of each agent. Pure. */
import type { BenchFigures, BenchRun } from '#contract/agents/benches.ts'

/** Two-sided 95 %. */
const Z = 1.959964

/**
 * Where the true share may lie: the score interval of E. B. Wilson (1927, https://doi.org/10.1080/01621459.1927.10502953), which is
 * honest for few cases and for none or all right, as the usual one is not.
 */
export function wilsonInterval(right: number, judged: number): { low: number; high: number } | null {
  if (judged === 0) return null
  const share = right / judged
  const square = Z * Z
  const middle = share + square / (2 * judged)
  const half = Z * Math.sqrt((share * (1 - share)) / judged + square / (4 * judged * judged))
  const bounded = (value: number) => Math.min(1, Math.max(0, value / (1 + square / judged)))
  return { low: bounded(middle - half), high: bounded(middle + half) }
}

/** Of sorted times: the smallest that `share` of them do not pass. */
const atShare = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

export function median(sorted: readonly number[]): number | null {
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  const upper = sorted[Math.floor(sorted.length / 2)]
  return lower === undefined || upper === undefined ? null : Math.round((lower + upper) / 2)
}

export type Line = Pick<BenchRun, 'agent' | 'outcome' | 'right' | 'ms' | 'cost_paise' | 'paid_with'>

/** Times are of runs that gave something: one that fails at once is not quick. */
export function computeFigures(agent: number, all: readonly Line[]): BenchFigures {
  const lines = all.filter((one) => one.agent === agent)
  const gave = lines.filter(({ outcome }) => outcome === 'succeeded')
  const judged = lines.filter(({ right }) => right !== null)
  const right = judged.filter((one) => one.right).length
  const times = gave.flatMap(({ ms }) => (ms === null ? [] : [ms])).toSorted((a, b) => a - b)
  const cost_paise = lines.reduce((sum, one) => sum + one.cost_paise, 0)
  const range = wilsonInterval(right, judged.length)
  return {
    agent,
    runs: lines.length,
    ended: lines.filter(({ outcome }) => outcome !== null).length,
    failed: lines.filter(({ outcome }) => outcome === 'failed' || outcome === 'empty').length,
    judged: judged.length,
    right,
    low: range?.low ?? null,
    high: range?.high ?? null,
    median_ms: median(times),
    p95_ms: atShare(times, 0.95),
    cost_paise,
    case_paise: gave.length === 0 ? null : Math.round(cost_paise / gave.length),
    trials: gave.filter(({ paid_with }) => paid_with === 'trial').length,
  }
}
