/** What a person's decisions about removals change in the redacted file. */
import type { RedactionChanges } from '#contract/runs/redactions.ts'
import type { Decisions } from '#findings/decision.ts'
import type { Finding } from '#findings/finding.ts'
import { t } from '#web/lib/language.ts'

/** Rejected removals are undone; an edited one removes the words written instead of its own. Null when nothing changes. */
export function redactionChanges(findings: readonly Finding[], decisions: Decisions): RedactionChanges | null {
  const keep: RedactionChanges['keep'] = []
  const remove: string[] = []
  for (const { id, places } of findings) {
    const decision = decisions[id]
    if (decision?.verdict !== 'rejected' && decision?.verdict !== 'edited') continue
    for (const { start, end } of places) keep.push({ start, end })
    if (decision.verdict === 'edited' && decision.value !== null) remove.push(decision.value)
  }
  return keep.length > 0 ? { keep, remove: [...new Set(remove)] } : null
}

const kinds = (): Record<string, string> => ({ 'application/pdf': 'PDF', 'text/plain': t('text') })

const removals = (count: number): string => (count === 1 ? t('1 removal') : t('{count} removals', { count }))

/** What the button downloads: 'Download redacted PDF (2 removals undone)'. */
export function redactedLabel(mime: string, changes: RedactionChanges): string {
  const changed = changes.remove.length
  const undone = changes.keep.length - changed
  const parts = [
    undone > 0 ? t('{removals} undone', { removals: removals(undone) }) : '',
    changed > 0 ? t('{removals} changed', { removals: removals(changed) }) : '',
  ]
  return t('Download redacted {kind} ({changes})', {
    kind: kinds()[mime] ?? t('file'),
    changes: parts.filter(Boolean).join(', '),
  })
}
