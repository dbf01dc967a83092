/** Results of two evaluations next to each other: cases belong together by their name and what number of that name they are. Pure. */
import type { CaseResult } from '#contract/agents/evaluations.ts'

type Figures = Pick<CaseResult, 'score' | 'cost_micros' | 'ms' | 'execution_id'>

export interface Pair {
  key: string
  name: string
  before: Figures | null
  after: Figures | null
}

function keyed(results: readonly CaseResult[]): Map<string, CaseResult> {
  const seen = new Map<string, number>()
  return new Map(
    results.map((one) => {
      const number = (seen.get(one.name) ?? 0) + 1
      seen.set(one.name, number)
      return [`${number} ${one.name}`, one]
    }),
  )
}

/** In the order of the later ones; cases that are gone last. */
export function compared(before: readonly CaseResult[], after: readonly CaseResult[]): Pair[] {
  const [a, b] = [keyed(before), keyed(after)]
  return [...new Set([...b.keys(), ...a.keys()])].map((key) => {
    const [left, right] = [a.get(key) ?? null, b.get(key) ?? null]
    return { key, name: right?.name ?? left?.name ?? '', before: left, after: right }
  })
}

/** The mean of the scores, and what all of them took together; `score` is null while some run. */
export function sums(results: readonly CaseResult[]): Figures {
  const scores = results.flatMap(({ score }) => (score === null ? [] : [score]))
  const done = results.length > 0 && scores.length === results.length
  return {
    score: done ? scores.reduce((sum, one) => sum + one, 0) / scores.length : null,
    cost_micros: results.reduce((sum, { cost_micros }) => sum + cost_micros, 0),
    ms: results.reduce<number | null>((sum, { ms }) => (ms === null ? sum : (sum ?? 0) + ms), null),
    execution_id: null,
  }
}
