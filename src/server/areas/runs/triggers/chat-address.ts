/**
 * A chat at the public address of a workflow. What was said before is read from its conversation here, never from the caller, who could
 * write anything into it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { mayUseSession } from '#server/areas/runs/conversations/conversations.policy.ts'
import { hasConversationAt, takeConversationAt } from '#server/areas/runs/conversations/conversations.store.ts'
import { type ConversationDeps, sendMessage } from '#server/areas/runs/conversations/conversations.ts'
import type { BeginTurn, PrepareTurn } from '#server/areas/runs/conversations/start-turn.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { buildStartRequest, PER_HOUR, requireRunnableVersion, requireTriggerAddress } from './public.ts'
import { type AddressRow, findAddressOf } from './triggers.store.ts'

interface StartDeps {
  db: Database
  /** Begins a run; what is refused costs nothing. */
  start(request: ReturnType<typeof requestOf>): Promise<unknown>
}

const requestOf = (
  row: AddressRow,
  version: Parameters<typeof buildStartRequest>[1],
  { input, ...turn }: Parameters<BeginTurn>[0],
) => ({ ...buildStartRequest(row, version, 'chat', input), ...turn })

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** A session that was issued here opens its conversation for all who know it; one that its caller chose for that caller alone. */
async function findSession(
  { db }: Pick<ConversationDeps, 'db'>,
  { owner_id, workflow_id }: AddressRow,
  given: string | undefined,
  sender: Sender,
) {
  const session = given ?? randomBytes(24).toString('base64url')
  const issued = hash(`issued ${session}`)
  const isIssued = given === undefined || (await hasConversationAt(db, workflow_id, issued))
  const session_hash = isIssued ? issued : hash(`chosen ${sender.key} ${session}`)
  return { session, conversation: await takeConversationAt(db, { owner_id, workflow_id, session, session_hash }) }
}

async function prepare(deps: StartDeps, row: AddressRow): Promise<BeginTurn> {
  const version = await requireRunnableVersion(deps.db, row)
  return (turn) => deps.start(requestOf(row, version, turn))
}

/** For messages whose process died before it started them. */
export const addressTurns =
  (deps: StartDeps): PrepareTurn =>
  async ({ workflow_id }) => {
    const row = workflow_id && (await findAddressOf(deps.db, 'chat', workflow_id))
    if (!row) throw new AppError('not_runnable', { message: 'The chat was turned off.' })
    return prepare(deps, row)
  }

/** @throws not_found, not_runnable, too_many_requests, illegal_transition while the message before it is being answered, limit_reached */
export async function sendToAddress(
  deps: StartDeps & ConversationDeps,
  token: string,
  { message, session: given }: { message: string; session?: string | undefined },
  { sender, caller }: { sender: Sender; caller: Caller },
): Promise<{ session: string; execution_id: NonNullable<ChatMessage['execution_id']> }> {
  const { db } = deps
  const row = await requireTriggerAddress(db, 'chat', token)
  await enforceRateLimit(db, [rateLimitFor('chat', sender, PER_HOUR)])
  const begin = await prepare(deps, row)
  const { session, conversation } = await findSession(deps, row, given, sender)
  const wanted = { key: crypto.randomUUID(), text: message, files: [] }
  const { execution_id } = await sendMessage(deps, mayUseSession(caller, conversation), wanted, async () => ({
    files: [],
    begin,
  }))
  if (execution_id === null) throw new Error('A message was started without a run')
  return { session, execution_id }
}
