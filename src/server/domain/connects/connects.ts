/** Connecting an account of another service. */
import type { Queryable } from '#server/database/database.ts'
import type { Caller } from '#server/domain/caller.ts'
import { takePending } from './connects.store.ts'

export type ConnectOutcome = 'agreed' | 'denied' | 'wrong_state'

/**
 * What an answer on the callback page is worth. The state must be one that this very user asked for and that is not used: an
 * answer begun by somebody else would connect their account to this one (RFC 6749 §10.12). A refusal connects nothing, whoever
 * began it.
 */
export async function answerConnect(
  db: Queryable,
  caller: Caller,
  answer: { state: string; error?: string | undefined },
): Promise<ConnectOutcome> {
  const asked = caller.type === 'user' && (await takePending(db, caller.id, answer.state))
  if (answer.error !== undefined) return 'denied'
  return asked ? 'agreed' : 'wrong_state'
}
