import { createDraft, type Draft, type DraftInput } from '#web/canvas/model/draft/draft.ts'
import { followAnalysis } from '#web/canvas/services/analysis/follow-analysis.ts'
import { followKnownData } from './known-data.ts'
import { followRunStates } from './node-states.ts'

/** Opens a document: a draft with everything that keeps its companions true. Drafts are made here and nowhere else. */
export function openDraft(given: DraftInput): Draft {
  const draft = createDraft(given, followKnownData)
  followAnalysis(draft)
  followRunStates(draft)
  return draft
}
