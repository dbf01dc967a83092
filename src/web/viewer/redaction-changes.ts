/** What a person's decisions about removals change in the redacted file. */
import type { RedactionChanges } from '#contract/runs/redactions.ts'
import type { Decisions } from '#findings/decision.ts'
import type { Finding } from '#findings/finding.ts'

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

const KINDS: Record<string, string> = { 'application/pdf': 'PDF', 'text/plain': 'text' }

const removals = (count: number): string => (count === 1 ? '1 removal' : `${count} removals`)

/** What the button downloads: 'Download redacted PDF (2 removals undone)'. */
export function redactedLabel(mime: string, changes: RedactionChanges): string {
  const changed = changes.remove.length
  const undone = changes.keep.length - changed
  const parts = [undone > 0 ? `${removals(undone)} undone` : '', changed > 0 ? `${removals(changed)} changed` : '']
  return `Download redacted ${KINDS[mime] ?? 'file'} (${parts.filter(Boolean).join(', ')})`
}
