/** Decisions as they may leave this page: what is stored may be old or changed by hand, so corrected codes are looked up again. */
import { useQueries } from '@tanstack/react-query'
import { CODE_LIMITS } from '#contract/agents/code-values.ts'
import type { MedicalCode } from '#contract/agents/codes.ts'
import { type CheckedDecisions, checkDecisions, correctedCodes, type Decisions, keyOf } from '#findings/decision.ts'
import { findingsOf, type Tab } from '#findings/finding.ts'
import { q } from '#web/api/query.ts'

export interface Checked {
  decisions: CheckedDecisions
  /** Corrections that are not codes of the table. They count as not decided. */
  unknown: readonly string[]
  state: 'ready' | 'checking' | 'failed'
}

export function useCheckedDecisions(tabs: readonly Tab[], decisions: Decisions): Checked {
  const findings = tabs.flatMap(findingsOf)
  const asked = correctedCodes(findings, decisions).flatMap(({ system, codes }) => {
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
