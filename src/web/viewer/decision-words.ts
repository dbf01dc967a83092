/** Decisions in words. */
import type { FindingDecision } from '#contract/runs/decisions.ts'
import type { Verdict } from '#contract/runs/report-values.ts'
import { t } from '#web/lib/language.ts'

/** 'Corrected to I10' */
export function decisionWords(decision: { verdict: Verdict | null; value?: string | null | undefined } | null): string {
  if (!decision || decision.verdict === null) return t('Not decided')
  if (decision.verdict === 'accepted') return t('Accepted')
  if (decision.verdict === 'rejected') return t('Rejected')
  return t('Corrected to {value}', { value: decision.value ?? '' })
}

/** 'Asha Rao: Rejected' */
export const whoDecided = (decision: FindingDecision | null | undefined): string =>
  `${decision?.by?.name ?? t('Another person')}: ${decisionWords(decision ?? null)}`
