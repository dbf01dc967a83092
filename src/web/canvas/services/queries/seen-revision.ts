import type { WorkflowId } from '#contract/core/primitives.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'

/** The revision of the draft as it is seen here. @throws Error in words when the server has another one */
export async function seenRevision(draft: Draft): Promise<number> {
  if (draft.save.get().state !== 'saved') throw new Error('Your last edits aren’t saved yet. Try again in a moment.')
  const { revision, document } = await call('getWorkflow', { params: { id: draft.id as WorkflowId } })
  if (canonicalJson(document) !== canonicalJson(draft.document.get()))
    throw new Error('Someone just changed the workflow. Check the changes and try again.')
  return revision
}
