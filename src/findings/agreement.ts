/** How far two readers of the same documents agree. */

/** How often the first reader chose one category and the second another one. */
export interface PairCount {
  first: string
  second: string
  count: number
}

export interface AgreementFigures {
  findings: number
  agreed: number
  /** Null where chance alone would agree on everything, and without findings. */
  kappa: number | null
}

/** Cohen's kappa: the agreement beyond what two readers with these habits would reach by chance (Cohen 1960). */
export function agreementOf(pairs: readonly PairCount[]): AgreementFigures {
  const findings = pairs.reduce((sum, { count }) => sum + count, 0)
  const agreed = pairs.reduce((sum, { first, second, count }) => sum + (first === second ? count : 0), 0)
  if (findings === 0) return { findings, agreed, kappa: null }
  const [firsts, seconds] = [new Map<string, number>(), new Map<string, number>()]
  for (const { first, second, count } of pairs) {
    firsts.set(first, (firsts.get(first) ?? 0) + count)
    seconds.set(second, (seconds.get(second) ?? 0) + count)
  }
  let byChance = 0
  for (const [category, count] of firsts) byChance += (count / findings) * ((seconds.get(category) ?? 0) / findings)
  const observed = agreed / findings
  return { findings, agreed, kappa: byChance === 1 ? null : (observed - byChance) / (1 - byChance) }
}
