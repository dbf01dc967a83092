import type { WorkflowId } from '#contract/core/primitives.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'

/** Edits reach the server within this time, unless it is away. */
const SAVED_WITHIN_MS = 5_000
/** How often edits may be made while the server is asked. */
const MOST_ROUNDS = 5

const notSaved = (): Error => new Error('Your last edits aren’t saved yet. Try again in a moment.')

/** Resolves when the server has every edit that was made here. @throws Error in words when it can’t take them now */
async function allSaved({ save, sync }: Pick<Draft, 'save' | 'sync'>): Promise<void> {
  const isSaved = () => save.get().state === 'saved' && sync.unsent.get() === 0
  const isStuck = () => save.get().state === 'waiting' || save.get().state === 'read_only'
  if (isSaved()) return
  if (isStuck()) throw notSaved()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = () => {
    if (isSaved()) resolve()
    else if (isStuck()) reject(notSaved())
  }
  const follows = [save.subscribe(look), sync.unsent.subscribe(look)]
  const timer = setTimeout(() => reject(notSaved()), SAVED_WITHIN_MS)
  await promise.finally(() => {
    clearTimeout(timer)
    for (const end of follows) end()
  })
}

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
    await allSaved(draft)
    const seen = draft.document.get()
    const { revision, document } = await ask(draft)
    if (canonicalJson(document) === canonicalJson(seen)) return revision
    // What was edited here meanwhile may be in the answer.
    if (draft.document.get() === seen)
      throw new Error('Someone just changed the workflow. Check the changes and try again.')
  }
  throw notSaved()
}
