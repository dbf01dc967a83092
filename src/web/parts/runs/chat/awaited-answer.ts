/** What the newest message of a chat waits for. */
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'

export interface AwaitedAnswer {
  /** An answer is awaited. */
  underWay: boolean
  /**
   * The run that answers. Null while it is not stored yet: a message has the id of its run from the moment it is accepted, and until the
   * run is there it can be neither followed nor stopped.
   */
  run: ExecutionId | null
}

/** @param messages oldest first */
export function awaitedAnswer(
  messages: readonly Pick<ChatMessage, 'role' | 'error' | 'status' | 'execution_id'>[],
): AwaitedAnswer {
  const last = messages.at(-1)
  if (last?.role !== 'person' || last.error !== null) return { underWay: false, run: null }
  if (last.status === null) return { underWay: true, run: null }
  return isFinal(last.status) ? { underWay: false, run: null } : { underWay: true, run: last.execution_id }
}
