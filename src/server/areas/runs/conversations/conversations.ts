/** The verbs of conversations. What a run answered is added to its conversation when that is read or continued. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json, WorkflowId } from '#contract/core/primitives.ts'
import { CONVERSATION } from '#contract/runs/conversation-values.ts'
import type { ChatMessage, Conversation, SendMessage } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { findMadeBy } from '#server/areas/runs/files/files.store.ts'
import { planOf } from '#server/areas/runs/traces/traces.ts'
import type { EditGrant } from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { answerOf } from './answer.ts'
import type { ConversationGrant, OwnConversations } from './conversations.policy.ts'
import * as store from './conversations.store.ts'
import { type DraftTurnDeps, versionToAnswer } from './draft-turns.ts'
import { keepForPerson } from './hand-overs.ts'
import { type BeginTurn, startTurn } from './start-turn.ts'

export interface ConversationDeps {
  db: Database
  /** The output of an ended run. */
  outputOf(execution_id: string): Promise<Json>
}

const present = ({ id, workflow_id, title, created_at, updated_at }: store.ConversationRow): Conversation => ({
  id,
  // Of a conversation in the builder there is one.
  workflow_id: workflow_id as WorkflowId,
  title,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** A visitor may not open the documents of who offers the chat. */
const citationsFor = (visitor_id: string | null, citations: ChatMessage['citations']): ChatMessage['citations'] =>
  visitor_id === null
    ? citations
    : citations.filter(({ cited }) => cited).map((one) => ({ ...one, file: null, boxes: [], text: '' }))

/** As who reads it may see it. */
export const presentMessage = (
  row: store.MessageRow,
  { visitor_id }: Pick<store.ConversationRow, 'visitor_id'>,
): ChatMessage => ({
  id: row.id,
  role: row.role,
  author: row.author,
  to_staff: row.role === 'person' && row.execution_id === null,
  text: row.text,
  data: row.data,
  files: row.files as ChatMessage['files'],
  citations: citationsFor(visitor_id, row.citations),
  rating: row.rating,
  plan: planOf(row.plan),
  execution_id: row.error === null ? row.execution_id : null,
  status: row.role === 'person' ? row.status : null,
  error: row.error,
  created_at: row.created_at.toISOString(),
})

export async function listConversations(
  db: Queryable,
  grant: OwnConversations,
  query: { workflow_id: WorkflowId; limit: number; offset: number },
) {
  const { rows, total } = await store.listConversations(db, grant.on, query)
  return { items: rows.map(present), total, limit: query.limit, offset: query.offset }
}

/** @throws not_found, forbidden, not_runnable for what starts with no chat message, limit_reached */
export async function startConversation(
  { db, models }: Pick<DraftTurnDeps, 'db' | 'models'>,
  grant: EditGrant,
  workflow_id: WorkflowId,
): Promise<Conversation> {
  await versionToAnswer({ db, models }, grant, workflow_id)
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const kept = await store.countConversations(tx, grant.on, workflow_id)
    if (kept >= CONVERSATION.kept)
      throw new AppError('limit_reached', {
        message: `You can keep up to ${CONVERSATION.kept} chats with an agent. Delete some of them.`,
      })
    return present(await store.insertConversation(tx, { owner_id: grant.on, workflow_id }))
  })
}

/** Adds the answers of runs that have ended meanwhile. */
async function settle({ db, outputOf }: ConversationDeps, id: store.ConversationRow['id']): Promise<void> {
  for (const { execution_id } of await store.findToSettle(db, id)) {
    const { file_ids, ...answer } = answerOf(await outputOf(execution_id))
    const files = file_ids.length === 0 ? [] : await findMadeBy(db, execution_id, file_ids)
    await db.transaction().execute(async (tx) => {
      await store.lockConversation(tx, id)
      await store.insertAnswer(tx, { conversation_id: id, execution_id, ...answer, files })
    })
  }
}

/** Whether a run has succeeded whose answer is not among them, newest first. After the words of a person there is none. */
function lacksAnswer(rows: readonly store.MessageRow[]): boolean {
  const answered = new Set(rows.flatMap(({ role, execution_id }) => (role === 'agent' ? [execution_id] : [])))
  const since = rows.findIndex(({ role }) => role === 'staff')
  return rows
    .slice(0, since < 0 ? rows.length : since)
    .some(
      ({ role, status, execution_id }) => role === 'person' && status === 'succeeded' && !answered.has(execution_id),
    )
}

/** Newest first. */
export async function listMessages(
  deps: ConversationDeps,
  { on }: ConversationGrant,
  { limit, offset }: { limit: number; offset: number },
) {
  await settle(deps, on.id)
  let page = await store.listMessages(deps.db, on.id, { limit, offset })
  if (lacksAnswer(page.rows)) {
    // A run has ended in between.
    await settle(deps, on.id)
    page = await store.listMessages(deps.db, on.id, { limit, offset })
  }
  const { rows, total } = page
  return { items: rows.map((row) => presentMessage(row, on)), total, limit, offset }
}

const titleOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > CONVERSATION.title ? `${line.slice(0, CONVERSATION.title - 1)}…` : line
}

const BUSY = 'The agent is still answering. Wait for its answer, or stop it.'

const HAS_PERSON = 'A person has joined since then. Write a new message instead.'

/** @returns `ended` where the answer of the last run has to be added first. @throws illegal_transition while it is under way */
async function isAnswering(tx: Queryable, id: store.ConversationRow['id']): Promise<'ended' | 'no'> {
  const last = await store.findLastTurn(tx, id)
  if (last === null || last.error !== null || last.settled) return 'no'
  if (last.status === null || !isFinal(last.status)) throw new AppError('illegal_transition', { message: BUSY })
  return last.status === 'succeeded' ? 'ended' : 'no'
}

interface Accepted {
  message: store.MessageRow
  /** It was sent before. */
  known: boolean
}

/** The same message sent again. @throws idempotency_mismatch when it says something else */
function repeated(message: store.MessageRow, { text, files }: SendMessage): Accepted {
  const isSame = message.text === text && message.files.length === files.length
  if (!isSame) throw new AppError('idempotency_mismatch')
  return { message, known: true }
}

/**
 * Stores the message under the lock of its conversation, so that two at once come one after the other.
 * @returns null when the answer before it has to be added first
 */
async function accept(
  db: Database,
  { on }: ConversationGrant,
  wanted: SendMessage,
  files: readonly store.MessageFile[],
): Promise<Accepted | null> {
  return db.transaction().execute(async (tx) => {
    const conversation = await store.lockConversation(tx, on.id)
    if (!conversation) throw new AppError('not_found')
    const known = await store.findMessageByKey(tx, on.id, wanted.key)
    if (known) return repeated(known, wanted)
    if ((await store.countMessages(tx, on.id)) >= CONVERSATION.messages)
      throw new AppError('limit_reached', {
        message: 'This chat has as many messages as it can have. Start a new one.',
      })
    const replaced = wanted.replaces === undefined ? null : await store.findMessage(tx, on.id, wanted.replaces)
    if (wanted.replaces !== undefined && (replaced?.role !== 'person' || replaced.replaced))
      throw fieldError('replaces', 'This message isn’t in the chat.', 'not_found')
    if (replaced && (conversation.handed_over || (await store.isHandedOverSince(tx, on.id, replaced.seq))))
      throw new AppError('illegal_transition', { message: HAS_PERSON })
    if (!conversation.handed_over && (await isAnswering(tx, on.id)) === 'ended') return null
    const id = uuidv7()
    const { key, text } = wanted
    const execution_id = conversation.handed_over ? null : uuidv7()
    await store.insertPersonMessage(tx, { id, conversation_id: on.id, key, text, files, execution_id })
    if (replaced) await store.replaceFrom(tx, on.id, replaced.seq, id)
    await store.touchConversation(tx, on.id, titleOf(text))
    if (conversation.handed_over) await keepForPerson(tx, conversation)
    const message = await store.findMessage(tx, on.id, id)
    if (!message) throw new Error('A message was not found after its insert')
    return { message, known: false }
  })
}

/** What a message needs before it is accepted: its files, by the names they are stored with, and how its run is begun. */
interface PreparedMessage {
  files: readonly store.MessageFile[]
  begin: BeginTurn
}

/**
 * Accepts a message and starts the run that answers it. Sent twice with the same key it counts once, at whatever time.
 * @param prepare asked for a message that was not sent before; what it throws refuses the message
 * @throws illegal_transition while the message before it is being answered, and for a change of what a person has read; idempotency_mismatch; limit_reached; not_found; what a run may
 * be refused with: then nothing has changed
 */
export async function sendMessage(
  deps: ConversationDeps,
  use: ConversationGrant,
  wanted: SendMessage,
  prepare: () => Promise<PreparedMessage>,
): Promise<ChatMessage> {
  const { db } = deps
  const known = await store.findMessageByKey(db, use.on.id, wanted.key)
  if (known) return presentMessage(repeated(known, wanted).message, use.on)
  const { files, begin } = await prepare()
  let accepted: Accepted | null = null
  for (let attempt = 0; accepted === null && attempt < 3; attempt++) {
    await settle(deps, use.on.id)
    accepted = await accept(db, use, wanted, files)
  }
  if (accepted === null) throw new AppError('illegal_transition', { message: BUSY })
  const { message } = accepted
  if (accepted.known || !store.isAsking(message)) return presentMessage(message, use.on)
  try {
    await startTurn(db, use.on, message, { mode: 'now', begin })
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await store.deleteMessage(db, message.id)
    throw error
  }
  const stored = await store.findMessage(db, use.on.id, message.id)
  return presentMessage(stored ?? message, use.on)
}
