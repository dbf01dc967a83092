/** What a person decided about a finding, and whether it can be so. */
import { CODE_SYSTEMS, type CodeSystem } from '#contract/agents/code-values.ts'
import type { MedicalCode } from '#contract/agents/codes.ts'
import type { Verdict } from '#contract/runs/report-values.ts'
import type { Finding } from './finding.ts'

export interface Decision {
  verdict: Verdict
  /** What it should be instead, when edited. */
  value: string | null
  /** Who decided, when (ISO) and why, as far as that is known. */
  by?: string | null
  at?: string | null
  reason?: string
}
export type Decisions = Readonly<Record<string, Decision>>

/** A decision whose corrected code is known to the installed table, with what the table says of it. */
export type CheckedDecision = Decision & { code: MedicalCode | null }
export type CheckedDecisions = Readonly<Record<string, CheckedDecision>>

export const keyOf = (system: CodeSystem, code: string): string =>
  `${system} ${code.toUpperCase().replaceAll(/[.\s]/g, '')}`

/** The corrected codes of each table, each once. */
export const correctedCodes = (findings: readonly Finding[], decisions: Decisions) =>
  CODE_SYSTEMS.map((system) => ({
    system,
    codes: [
      ...new Set(
        findings.flatMap(({ id, system: own }) => {
          const decision = decisions[id]
          return own === system && decision?.verdict === 'edited' && decision.value !== null ? [decision.value] : []
        }),
      ),
    ],
  }))

/** `known` are the codes that the table has, by `keyOf`. `unknown` are corrections that it hasn't: they count as not decided. */
export function checkDecisions(
  findings: readonly Finding[],
  decisions: Decisions,
  known: ReadonlyMap<string, MedicalCode>,
): { decisions: CheckedDecisions; unknown: string[] } {
  const checked: Record<string, CheckedDecision> = {}
  const unknown: string[] = []
  for (const { id, system } of findings) {
    const decision = decisions[id]
    if (decision === undefined) continue
    const isCode = system !== undefined && decision.verdict === 'edited'
    const code = isCode ? known.get(keyOf(system, decision.value ?? '')) : undefined
    if (isCode && code === undefined) unknown.push(decision.value ?? '')
    else checked[id] = { ...decision, value: code?.code ?? decision.value, code: code ?? null }
  }
  return { decisions: checked, unknown }
}
