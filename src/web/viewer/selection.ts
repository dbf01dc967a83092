/** Which finding is selected, and which of its places is shown. */
import type { Finding } from '#findings/finding.ts'

export interface Selection {
  id: string
  place: number
}

/** The finding `step` away in the list; the ends hold. The first one when nothing is selected. */
export function stepped(findings: readonly Finding[], selection: Selection | null, step: 1 | -1): Selection | null {
  const at = findings.findIndex(({ id }) => id === selection?.id)
  const next = findings[at === -1 ? 0 : Math.min(findings.length - 1, Math.max(0, at + step))]
  return next ? { id: next.id, place: 0 } : null
}
