/**
 * Messages that arrived become turns of a conversation, one after the other for each person, and answers become messages to send. A process
 * that dies in between leaves rows that any process continues: the message has one key, and each part of an answer one cause.
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import { FileId } from '#contract/core/primitives.ts'
import { CONVERSATION } from '#contract/runs/conversation-values.ts'
import { ConversationId } from '#contract/runs/conversations.ts'
import { MESSAGE_CHARS } from '#contract/services/channel-values.ts'
import { CHAT } from '#contract/services/chat-values.ts'
import { NodeError } from '#nodes/node.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { USED_UP } from '#server/areas/billing/billing.ts'
import {
  type ConversationDeps,
  deleteAnswer,
  findConversation,
  insertVisitorConversation,
  isAnsweredByStaff,
  isHandedOverSince,
  listMessages,
  lockConversation,
  type MessageFile,
  mayUseAsVisitor,
  resolveInput,
  sendMessage,
} from '#server/areas/runs/runs.ts'
import { findDocument, findDoorOf } from '#server/areas/services/chats/chats.store.ts'
import { prepareServiceTurn, type ServiceTurnDeps } from '#server/areas/services/chats/service-turns.ts'
import { ownerOfService } from '#server/areas/services/services/services.policy.ts'
import { expireFilesAt } from '#server/areas/services/widgets/widgets.store.ts'
import { ChannelApiError } from '#server/gateways/channels/channel-api.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { requireFeature } from '#server/platform/settings/features.ts'
import { largestFile, readLimits } from '#server/platform/settings/limits.ts'
import { openSecrets } from './access.ts'
import * as people from './channels.store.ts'
import type { ChannelKinds, Media } from './kind/kind.ts'
import * as store from './messages.store.ts'
import { judgeFiles, queueAnswer } from './queue-answer.ts'
import { readsFiles } from './reads-files.ts'
import { type NoticeName, noticeText, textsOfAnswer, unsentFiles } from './words.ts'

export interface AnsweringDeps extends ConversationDeps, ServiceTurnDeps {
  db: Database
  /** Of the owners of services. */
  files: Pick<FilesPort, 'write'>
  channels: ChannelKinds
  ring: KeyRing
  log: WarningLog
}

const AT_ONCE = 20
const ROUNDS = 20
/** A fault is tried again for about an hour. */
const MOST_ATTEMPTS = 12
const BUSY_S = 2
/** A conversation has room for the next question, its answer and what a person edits. */
const ROOM = 10

type Told = { notice: NoticeName }

/** @returns the id of a file of the owner; null for one that can’t be read */
async function keepFile(
  { db, channels, ring, files }: AnsweringDeps,
  row: store.TurnRow,
  { media, key }: { media: Media; key: string },
  signal: AbortSignal,
): Promise<string | null> {
  const { owner_id, channel_id, settings, kind } = row
  const secrets = openSecrets(ring, row, { id: channel_id, owner_id })
  try {
    const most = largestFile(await readLimits(db))
    const { bytes, mime } = await channels[kind].download({ settings, secrets }, media, most, signal)
    const { file_id } = await files.write({ name: media.name, mime, bytes }, { user_id: owner_id }, key)
    await expireFilesAt(db, owner_id, [file_id], `${CHAT.kept_days} days`)
    return file_id
  } catch (error) {
    const isFinal = (error instanceof ChannelApiError || error instanceof NodeError) && error.retryable !== true
    if (isFinal) return null
    throw error
  }
}

async function takeFiles(deps: AnsweringDeps, row: store.TurnRow, signal: AbortSignal): Promise<MessageFile[] | Told> {
  const { db, channels } = deps
  if (row.files.length === 0) return []
  const areWordsEnough = channels[row.kind].answers_without_files && row.text !== ''
  if (!readsFiles(await findDocument(db, row.service_id))) return areWordsEnough ? [] : { notice: 'no_files' }
  const kept: { file_id: string }[] = []
  for (const [index, media] of row.files.entries()) {
    const key = index === 0 ? `channel:${row.id}` : `channel:${row.id}:${index}`
    const file_id = await keepFile(deps, row, { media, key }, signal)
    if (file_id !== null) kept.push({ file_id })
  }
  if (kept.length === 0) return areWordsEnough ? [] : { notice: 'unreadable' }
  const named = await resolveInput(db, ownerOfService(row), { files: kept })
  return named.files as unknown as MessageFile[]
}

/** Only for the list of people: what is said of it holds up no answer. */
async function learnName(
  { db, channels, ring }: AnsweringDeps,
  row: store.TurnRow,
  signal: AbortSignal,
): Promise<void> {
  const { kind, name, address, settings, channel_id: id, owner_id, visitor_id } = row
  const { readName } = channels[kind]
  if (!readName || name !== '') return
  try {
    const secrets = openSecrets(ring, row, { id, owner_id })
    await people.setName(db, visitor_id, await readName({ settings, secrets }, address, signal))
  } catch (error) {
    if (!(error instanceof ChannelApiError) && !(error instanceof Unreadable)) throw error
  }
}

async function conversationOf(db: Database, row: store.TurnRow): Promise<ConversationId> {
  const most = CONVERSATION.messages - ROOM
  const open = await people.findOpenConversation(db, row, most)
  if (open) return open
  const { owner_id, service_id, visitor_id, kind: channel, thread } = row
  const id = ConversationId.parse(randomUUID())
  await insertVisitorConversation(db, { id, owner_id, service_id, channel, visitor_id, thread })
  return id
}

/** @returns what the person is told instead of an answer; null when the run is under way, or the channel is off meanwhile */
async function startTurn(deps: AnsweringDeps, row: store.TurnRow, signal: AbortSignal): Promise<NoticeName | null> {
  const { db } = deps
  const door = await findDoorOf(db, row.service_id, row.kind)
  if (!door) {
    await store.setState(db, row.id, 'done')
    return null
  }
  await requireFeature(db, 'widgets', door.role)
  if (row.unsupported) return 'unsupported'
  const begin = prepareServiceTurn(deps, door)
  await learnName(deps, row, signal)
  const files = await takeFiles(deps, row, signal)
  if ('notice' in files) return files.notice
  const conversation = await findConversation(db, await conversationOf(db, row))
  const use = mayUseAsVisitor(ownerOfService(row), row.visitor_id, conversation)
  const text = row.text === '' ? (row.files[0]?.name ?? '') : row.text
  const named = files.map(({ file_id }) => ({ file_id: FileId.parse(file_id) }))
  const wanted = { key: row.id, text, files: named, replaces: undefined }
  const message = await sendMessage(deps, use, wanted, async () => ({ files, begin }))
  if (message.error !== null) return 'failed'
  // A person answers it from the inbox.
  await store.setState(db, row.id, message.to_staff ? 'done' : 'answering')
  return null
}

/** @returns what the person is told; null for what passes */
function noticeFor(error: unknown): NoticeName | null {
  if (!(error instanceof AppError) || error.status >= 500) return null
  if (error.code === 'illegal_transition' || error.code === 'too_many_requests') return null
  if (error.code === 'limit_reached' && error.message === USED_UP) return 'used_up'
  return error.code === 'invalid_input' ? 'failed' : 'closed'
}

/** What the agent answered is not sent after the words of a person, and is not in the chat then. Asked under its lock. */
async function isTooLate(tx: Queryable, { conversation_id, execution_id, seq }: Partial<store.AnsweredRow>) {
  if (!conversation_id || !execution_id || !seq) return false
  await lockConversation(tx, conversation_id)
  if (!(await isAnsweredByStaff(tx, conversation_id, seq))) return false
  await deleteAnswer(tx, execution_id)
  return true
}

async function finish(
  db: Database,
  row: Pick<store.TurnRow, 'id' | 'channel_id' | 'visitor_id' | 'thread' | 'kind'> & Partial<store.AnsweredRow>,
  texts: readonly string[],
  kind: 'answer' | 'notice',
  files: readonly MessageFile[] = [],
): Promise<void> {
  const { id, channel_id, visitor_id, thread } = row
  await db.transaction().execute(async (tx) => {
    if (kind === 'answer' && (await isTooLate(tx, row))) return store.setState(tx, id, 'done')
    const to = { channel_id, visitor_id, thread, answers: id, kind }
    const causeOf = (part: number) => `${kind} ${id} ${part}`
    await queueAnswer(tx, { to, channel: row.kind, texts, files, causeOf })
    await store.setState(tx, id, 'done')
  })
}

async function takeTurn(deps: AnsweringDeps, row: store.TurnRow, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  const tell = (name: NoticeName) => finish(db, row, [noticeText(name, row.text)], 'notice')
  try {
    const told = await startTurn(deps, row, signal)
    if (told !== null) await tell(told)
  } catch (error) {
    if (isOutage(error) || signal.aborted) throw error
    const told = noticeFor(error)
    if (told !== null) return tell(told)
    if (error instanceof AppError && error.status < 500) return store.postpone(db, row.id, BUSY_S)
    if (row.attempts >= MOST_ATTEMPTS) {
      log.warn({ err: error, message: row.id }, 'a message of a channel could not be answered')
      return tell('failed')
    }
    await store.postpone(db, row.id, Math.min(2 ** row.attempts, 600))
  }
}

async function answer(deps: AnsweringDeps, row: store.EndedRow): Promise<void> {
  const { db } = deps
  const conversation = row.conversation_id && (await findConversation(db, row.conversation_id))
  const isWithPerson = conversation && row.seq && (await isHandedOverSince(db, conversation.id, row.seq))
  // A person has taken the chat meanwhile: they answer.
  if (isWithPerson && row.status !== 'succeeded') return finish(db, row, [], 'notice')
  if (!conversation || row.status !== 'succeeded') {
    // A chat that was deleted meanwhile has no answer.
    const told = conversation ? [noticeText('failed', row.text)] : []
    return finish(db, row, told, 'notice')
  }
  const use = mayUseAsVisitor(ownerOfService(row), row.visitor_id, conversation)
  const { items } = await listMessages(deps, use, { limit: 10, offset: 0 })
  const found = items.find(({ role, execution_id }) => role === 'agent' && execution_id === row.execution_id)
  const text = found === undefined ? '' : found.data === null ? found.text : JSON.stringify(found.data)
  const { sent, refused } = await judgeFiles(db, row.owner_id, row.kind, found?.files ?? [])
  const unsent = unsentFiles(
    refused.map(({ file }) => file.name),
    row.text,
  )
  const texts = textsOfAnswer(
    [text, unsent].filter(Boolean).join('\n\n'),
    found?.citations ?? [],
    MESSAGE_CHARS[row.kind],
  )
  if (texts.length > 0 || sent.length > 0) return finish(db, row, texts, 'answer', sent)
  return finish(db, row, isWithPerson ? [] : [noticeText('failed', row.text)], 'notice')
}

/** Adds answers of runs that have ended to what is sent, and begins the next turn of each person. */
export async function advanceChannels(deps: AnsweringDeps, signal: AbortSignal): Promise<void> {
  for (const row of await store.findEnded(deps.db, AT_ONCE * ROUNDS)) await answer(deps, row)
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    const rows = await store.takeTurns(deps.db, AT_ONCE)
    await Promise.all(rows.map((row) => takeTurn(deps, row, signal)))
    if (rows.length < AT_ONCE) return
  }
}
