/**
 * A message becomes a run. The id of the run is stored with the message: a process that dies in between leaves a message that any process
 * starts later, and a run that is begun twice is stored once.
 */
import type { ExecutionId, Json, JsonObject } from '#contract/core/primitives.ts'
import { isRefusal } from '#server/areas/runs/executions/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import * as store from './conversations.store.ts'
import { keepForPerson } from './hand-overs.ts'
import { fittingTurns, MOST_BEFORE, turnOf } from './history.ts'

const LEFT_AT_ONCE = 100

/** A message that is not started by then is started through the queue; what began it must have stored it before, see `findLeft`. */
const START_WITHIN_MS = 8_000

/** The run that a message asks for. */
export interface Turn {
  input: JsonObject
  execution_id: ExecutionId
  mode: 'now' | 'later'
  /** With `now`, in ms since 1970, see `StartRequest`. */
  start_by?: number
}

/** Begins the run of a message; what is refused costs nothing. @throws what it is refused with */
export type BeginTurn = (turn: Turn) => Promise<unknown>

/**
 * Asks of a conversation what its next message needs before it is accepted.
 * @throws what the message is refused with; then nothing has changed
 */
export type PrepareTurn = (conversation: store.ConversationRow) => Promise<BeginTurn>

/** How runs are begun, by where a conversation is. */
export type TurnsOfChannels = Record<store.ConversationRow['channel'], PrepareTurn>

function inputOf(said: store.SaidRow): JsonObject {
  const { role, text } = turnOf(said)
  return { role: role === 'person' ? 'person' : 'workflow', text }
}

/** @throws what the run is refused with */
export async function startTurn(
  db: Database,
  { id: conversation, end_user }: Pick<store.ConversationRow, 'id' | 'end_user'>,
  { id, seq, text, files, execution_id }: store.AskingRow,
  how: { mode: 'now' | 'later'; begin: BeginTurn },
): Promise<void> {
  const before = await store.findBefore(db, conversation, seq, MOST_BEFORE)
  const input: JsonObject = {
    message: text,
    session: end_user ?? conversation,
    history: fittingTurns(before.map(inputOf)),
    ...(files.length > 0 && { files: files as unknown as Json }),
  }
  const { mode, begin } = how
  await begin({ input, execution_id, mode, ...(mode === 'now' && { start_by: Date.now() + START_WITHIN_MS }) })
  await store.markStarted(db, id)
}

/** A person took the conversation before the message was started: it is theirs to answer. */
const leaveToPerson = (db: Database, conversation_id: store.ConversationRow['id'], message_id: string) =>
  db.transaction().execute(async (tx) => {
    const conversation = await store.lockConversation(tx, conversation_id)
    if (conversation?.handed_over && (await store.leaveToPerson(tx, message_id))) await keepForPerson(tx, conversation)
  })

async function startLeftTurn(
  db: Database,
  turns: TurnsOfChannels,
  log: WarningLog,
  left: store.LeftRow,
): Promise<void> {
  const [conversation, message] = await Promise.all([
    store.findConversation(db, left.conversation_id),
    store.findMessage(db, left.conversation_id, left.id),
  ])
  if (!conversation || !message || message.started || !store.isAsking(message)) return
  if (conversation.handed_over) return leaveToPerson(db, conversation.id, message.id)
  if (message.status !== null || message.replaced) return store.markStarted(db, message.id)
  try {
    const begin = await turns[conversation.channel](conversation)
    await startTurn(db, conversation, message, { mode: 'later', begin })
  } catch (error) {
    if (isOutage(error)) throw error
    const isKnown = isRefusal(error)
    if (!isKnown) log.warn({ err: error, message: message.id }, 'a message of a conversation could not be started')
    await store.markFailed(db, message.id, isKnown ? error.message : 'It could not be started because of a fault here.')
  }
}

/** @returns one turn of the job that starts messages whose process died before it did */
export const createTurnJob = (db: Database, turns: TurnsOfChannels, log: WarningLog) => async (): Promise<void> => {
  for (const left of await store.findLeft(db, LEFT_AT_ONCE)) await startLeftTurn(db, turns, log, left)
}
