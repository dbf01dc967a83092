/** The findings of a run as its review keeps them: enough to check a decision without reading the output again. */
import type { CodeSystem } from '#contract/agents/code-values.ts'
import type { Json } from '#contract/core/primitives.ts'
import { DECISION_LIMITS } from '#contract/runs/decision-values.ts'
import { REPORT_LIMITS } from '#contract/runs/report-values.ts'
import { findingsOf } from '#findings/finding.ts'
import { readResult } from '#findings/result.ts'
import { tabsOf } from '#findings/views.ts'

export interface StoredFinding {
  id: string
  label: string
  /** Key of the tab it is on. */
  tab: string
  system: CodeSystem | null
  confidence: number | null
}

/** @param view the agent's, for an output that says none itself */
export const readFindings = (output: Json, view: string | null): StoredFinding[] =>
  tabsOf(readResult(output, view, null))
    .flatMap((tab) =>
      findingsOf(tab).map(({ id, label, system = null, confidence }) => ({
        ...{ id, label: label.slice(0, REPORT_LIMITS.value), tab: tab.key, system, confidence },
      })),
    )
    .filter(({ id }) => id.length <= REPORT_LIMITS.id)
    .slice(0, DECISION_LIMITS.findings)

export function lowestConfidence(findings: readonly StoredFinding[]): number | null {
  const all = findings.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]))
  return all.length === 0 ? null : Math.min(...all)
}
