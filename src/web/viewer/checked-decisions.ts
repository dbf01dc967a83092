/** Decisions as they may leave this page: what is stored may be old or changed by hand, so corrected codes are looked up again. */
import { useQueries } from '@tanstack/react-query'
import { CODE_LIMITS, CODE_SYSTEMS, type CodeSystem } from '#contract/agents/code-values.ts'
import type { MedicalCode } from '#contract/agents/codes.ts'
import { q } from '#web/api/query.ts'
import type { Decision, Decisions } from './decisions.ts'
import { type Finding, findingsOf, type Tab } from './finding.ts'

/** A decision whose corrected code is known to the installed table, with what the table says of it. */
export type CheckedDecision = Decision & { code: MedicalCode | null }
export type CheckedDecisions = Readonly<Record<string, CheckedDecision>>

export interface Checked {
  decisions: CheckedDecisions
  /** Corrections that are not codes of the table. They count as not decided. */
  unknown: readonly string[]
  state: 'ready' | 'checking' | 'failed'
}

const correctionsOf = (findings: readonly Finding[], decisions: Decisions, system: CodeSystem): string[] => [
  ...new Set(
    findings.flatMap(({ id, system: own }) => {
      const decision = decisions[id]
      return own === system && decision?.verdict === 'edited' && decision.value !== null ? [decision.value] : []
    }),
  ),
]

/** `known` are the codes that the table has. */
export function checkDecisions(
  findings: readonly Finding[],
  decisions: Decisions,
  known: ReadonlyMap<string, MedicalCode>,
): Pick<Checked, 'decisions' | 'unknown'> {
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

export const keyOf = (system: CodeSystem, code: string): string =>
  `${system} ${code.toUpperCase().replaceAll(/[.\s]/g, '')}`

export function useCheckedDecisions(tabs: readonly Tab[], decisions: Decisions): Checked {
  const findings = tabs.flatMap(findingsOf)
  const asked = CODE_SYSTEMS.flatMap((system) => {
    const codes = correctionsOf(findings, decisions, system)
    const parts = Math.ceil(codes.length / CODE_LIMITS.lookups)
    return Array.from({ length: parts }, (_, i) => ({
      system,
      codes: codes.slice(i * CODE_LIMITS.lookups, (i + 1) * CODE_LIMITS.lookups).map((code) => code.slice(0, 9)),
    }))
  })
  const answers = useQueries({
    queries: asked.map(({ system, codes }) => ({
      ...q('lookUpCodes', { params: { system }, query: { codes: codes.join(',') } }),
      staleTime: 60_000,
    })),
  })
  const known = new Map<string, MedicalCode>()
  for (const [i, { data }] of answers.entries())
    for (const code of data?.codes ?? []) known.set(keyOf(asked[i]?.system ?? 'icd10cm', code.code), code)
  const state = answers.some(({ isError }) => isError)
    ? 'failed'
    : answers.some(({ isPending }) => isPending)
      ? 'checking'
      : 'ready'
  return { ...checkDecisions(findings, decisions, known), state }
}
