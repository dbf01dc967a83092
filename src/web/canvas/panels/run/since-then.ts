/** How the workflow of today differs from the one of a past run, in a sentence. Pure. */

import type { WorkflowDocument } from '#graph/document.ts'
import { editedSince } from '#graph/edited.ts'
import { t } from '#web/lib/language.ts'

/** '' where it is the same; how things look and stand does not count. */
export function sinceThen(now: WorkflowDocument, ran: WorkflowDocument): string {
  const before = new Set(ran.nodes.map(({ id }) => id))
  const after = new Set(now.nodes.map(({ id }) => id))
  const counts = {
    edited: [...editedSince(now, ran)].filter((id) => before.has(id)).length,
    added: [...after].filter((id) => !before.has(id)).length,
    removed: [...before].filter((id) => !after.has(id)).length,
  }
  const parts = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
  return parts.length === 0 ? '' : t('Nodes since then: {parts}.', { parts: parts.join(', ') })
}
