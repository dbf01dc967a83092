import type { WorkflowId } from '#contract/core/primitives.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import { t } from '#web/lib/language.ts'

/** How often edits may be made while the server is asked. */
const MOST_ROUNDS = 5

interface OnServer {
  revision: number
  document: object
}

/** The workflow as the server has it. */
export const askServer = ({ id }: Draft): Promise<OnServer> => call('getWorkflow', { params: { id: id as WorkflowId } })

/**
 * The revision of the draft as it is seen here, with the edits that are still on their way to the server.
 * @throws Error in words when the server has another one
 */
export async function seenRevision(draft: Draft, ask: (draft: Draft) => Promise<OnServer>): Promise<number> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await whenSaved(draft)
    const seen = draft.document.get()
    const { revision, document } = await ask(draft)
    if (canonicalJson(document) === canonicalJson(seen)) return revision
    // What was edited here meanwhile may be in the answer.
    if (draft.document.get() === seen)
      throw new Error(t('Someone just changed the workflow. Check the changes and try again.'))
  }
  throw new Error(t('The workflow is still being edited here. Try again in a moment.'))
}
