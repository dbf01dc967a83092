/** What cards show of a result. An output is read once: what a version gave never changes. */
import type { AgentPreview } from '#contract/agents/agents.ts'
import type { AgentVersionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { previewOf } from './preview.ts'
import { findFirstOutputs } from './previews.store.ts'

/** Each is three short lines. */
const MOST_KEPT = 5000

const kept = new Map<AgentVersionId, AgentPreview | null>()

/** @returns null for a version whose samples nobody has run yet, or whose result does not fit on a card */
export async function previewsOf(
  db: Queryable,
  versions: readonly (AgentVersionId | null)[],
): Promise<(version: AgentVersionId | null) => AgentPreview | null> {
  const wanted = versions.filter((version) => version !== null)
  const found = new Map(wanted.flatMap((version) => (kept.has(version) ? [[version, kept.get(version) ?? null]] : [])))
  const unread = [...new Set(wanted.filter((version) => !found.has(version)))]
  if (unread.length > 0) {
    if (kept.size + unread.length > MOST_KEPT) kept.clear()
    for (const { version_id, view, output } of await findFirstOutputs(db, unread)) {
      const preview = previewOf(view, output)
      kept.set(version_id, preview)
      found.set(version_id, preview)
    }
  }
  return (version) => (version === null ? null : (found.get(version) ?? null))
}
