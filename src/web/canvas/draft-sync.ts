/** Brings the operations of a draft to the server, in their order, and says how far it is. */
import type { Operation } from '#graph/operations.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import type { Draft } from './draft.ts'

/** Operations wait this long for more to go with them, in ms. */
const GATHER_MS = 300
const AGAIN_MS = 3000
const MOST_AT_ONCE = 200

/** Starts sending. @returns how to stop */
export function startSync(draft: Draft, revision: number): () => void {
  const pending: Operation[] = []
  let base = revision
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopped = false
  const later = (ms: number) => {
    if (timer === null && !stopped) timer = setTimeout(() => void send(), ms)
  }
  const send = async () => {
    const sent = pending.slice(0, MOST_AT_ONCE)
    if (sent.length === 0) return
    draft.save.set({ state: 'saving' })
    try {
      const body = { base_revision: base, operations: sent as never[] }
      const { revision: next } = await call('updateWorkflow', { params: { id: draft.id as never }, body })
      base = next
      pending.splice(0, sent.length)
      timer = null
      if (pending.length > 0) later(0)
      else draft.save.set({ state: 'saved', at: Date.now() })
    } catch (error) {
      timer = null
      draft.save.set({ state: 'waiting', reason: friendly(error) })
      if (!(error instanceof ApiError) || error.retryable || error.status === null) later(AGAIN_MS)
    }
  }
  draft.onOperation = (operation) => {
    pending.push(operation)
    later(GATHER_MS)
  }
  return () => {
    stopped = true
    draft.onOperation = null
    if (timer !== null) clearTimeout(timer)
    void send()
  }
}
