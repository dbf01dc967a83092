/** Handing a chat over to a person, and giving it back. All verbs act under the lock of the conversation. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { MESSAGE_CHARS } from '#contract/services/channel-values.ts'
import {
  beginHandOver,
  type ConversationRow,
  endHandOver,
  findLastTurn,
  insertNotice,
  lockConversation,
  type MessageFile,
} from '#server/areas/runs/runs.ts'
import { queueAnswer } from '#server/areas/services/channels/queue-answer.ts'
import { splitText } from '#server/areas/services/channels/words.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './inbox.store.ts'
import { type HandOverNotice, handOverText } from './words.ts'

export const NEW_SETTINGS: store.SettingsRow = {
  enabled: false,
  display_name: 'Support team',
  opening: '',
  take_back_hours: 24,
}

export const settingsOf = async (db: Queryable, { service_id }: ConversationRow): Promise<store.SettingsRow> =>
  (service_id && (await store.findSettings(db, service_id))) ?? NEW_SETTINGS

/** Sends what a person, or Chowk, says to where its visitor reads it. Pages read the conversation itself. */
export async function deliver(
  tx: Queryable,
  { channel_id, channel_kind, visitor_id, thread }: store.ReachRow,
  message_id: string,
  text: string,
  files: readonly MessageFile[] = [],
): Promise<void> {
  if (channel_id === null || channel_kind === null) return
  const to = { channel_id, visitor_id, thread, kind: 'answer' as const }
  const texts = splitText(text, MESSAGE_CHARS[channel_kind])
  const causeOf = (part: number) => store.causeOf(message_id, part)
  await queueAnswer(tx, { to, channel: channel_kind, texts, files, causeOf })
}

/** Tells the visitor who answers from now on, in the transcript and on their channel. */
export async function tellVisitor(tx: Queryable, conversation: ConversationRow, notice: HandOverNotice): Promise<void> {
  const reach = await store.findReach(tx, conversation.id)
  if (reach === null) return
  const { display_name, opening } = await settingsOf(tx, conversation)
  const text = notice === 'asked' && opening !== '' ? opening : handOverText(notice, reach.written, display_name)
  const id = uuidv7()
  await insertNotice(tx, { id, conversation_id: conversation.id, text })
  // On a channel a notice that has to wait says what is no longer so when it arrives.
  if (!reach.silent) await deliver(tx, reach, id, text)
}

/** @throws not_found */
export async function locked(tx: Queryable, id: ConversationId): Promise<ConversationRow> {
  const conversation = await lockConversation(tx, id)
  if (conversation === null) throw new AppError('not_found')
  return conversation
}

interface HandOver {
  asked_by: 'visitor' | 'agent' | 'owner'
  reason: string
  taken_by: UserId | null
}

/** Does nothing where a person has it, or is waited for. */
export async function handOver(tx: Queryable, conversation: ConversationRow, how: HandOver): Promise<void> {
  if (conversation.handed_over) return
  await tellVisitor(tx, conversation, how.taken_by === null ? 'asked' : 'joined')
  await beginHandOver(tx, conversation, how)
}

/** Does nothing where the agent answers. */
export async function giveBack(
  tx: Queryable,
  conversation: ConversationRow,
  notice: 'returned' | 'late',
): Promise<void> {
  if (!conversation.handed_over) return
  await tellVisitor(tx, conversation, notice)
  await endHandOver(tx, conversation)
}

/** Ends the run that is answering: a person does it. What it has answered by then is kept. */
export async function stopAgent(
  db: Database,
  id: ConversationId,
  cancel: (execution_id: string) => Promise<boolean>,
): Promise<void> {
  const last = await findLastTurn(db, id)
  if (last === null || last.settled || last.execution_id === null) return
  if (last.status === null || !isFinal(last.status)) await cancel(last.execution_id)
}
