/** What is shown of the first sample that was run. It is read once: what a version gave never changes. */
import type { AgentPreview } from '#contract/agents/agents.ts'
import type { AgentVersionId, FileId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { previewOf } from './preview.ts'
import { findFirstOutputs } from './previews.store.ts'

/** Each is three short lines. */
const MOST_KEPT = 5000

interface FirstSample {
  /** Null for a result that doesn't fit on a card. */
  preview: AgentPreview | null
  /** What it read, when that was a PDF. */
  document: FileId | null
}

/** Of a version whose samples nobody has run yet. */
const NONE: FirstSample = { preview: null, document: null }

const kept = new Map<AgentVersionId, FirstSample>()

export async function firstSamplesOf(
  db: Queryable,
  versions: readonly (AgentVersionId | null)[],
): Promise<(version: AgentVersionId | null) => FirstSample> {
  const wanted = versions.filter((version) => version !== null)
  const found = new Map<AgentVersionId, FirstSample>()
  for (const version of wanted) {
    const sample = kept.get(version)
    if (sample) found.set(version, sample)
  }
  const unread = [...new Set(wanted.filter((version) => !found.has(version)))]
  if (unread.length > 0) {
    if (kept.size + unread.length > MOST_KEPT) kept.clear()
    for (const { version_id, view, output, document } of await findFirstOutputs(db, unread)) {
      const sample = { preview: previewOf(view, output), document }
      kept.set(version_id, sample)
      found.set(version_id, sample)
    }
  }
  return (version) => (version && found.get(version)) ?? NONE
}
