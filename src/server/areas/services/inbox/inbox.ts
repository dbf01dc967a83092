/** The verbs of the inbox: who owns a service reads the chats that are led with it, and answers in the place of the agent. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import { CONVERSATION } from '#contract/runs/conversation-values.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import type { InboxChat, InboxMessage, InboxSummary } from '#contract/services/inbox.ts'
import type { InboxFilter } from '#contract/services/inbox-values.ts'
import {
  announce,
  type ConversationDeps,
  type ConversationGrant,
  countMessages,
  findConversation,
  findMessage,
  findMessageByKey,
  insertStaffMessage,
  isAnsweredByStaff,
  listMessages,
  type MessageFile,
  mayUseAsOwner,
  presentMessage,
  setTaken,
  settleChatNotices,
  touchConversation,
} from '#server/areas/runs/runs.ts'
import { eraseVisitor } from '#server/areas/services/channels/people.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { deliver, giveBack, handOver, locked, settingsOf, stopAgent, tellVisitor } from './hand-over.ts'
import * as store from './inbox.store.ts'
import { copyOwnFiles, dropCopies, requireSendable, type StaffFileDeps } from './staff-files.ts'

type Use = Grant<'service.use', UserId>

const CLOSED = 'This chat is turned off. Turn it on in the service to answer.'
const STOPPED = 'They have asked for no more messages.'
const WITH_AGENT = 'The agent answers this chat again. Take it first.'
const CROSSED = 'Another answer was sent meanwhile. Read it before you send yours.'
const FULL = 'This chat has as many messages as it can have.'

const closedOf = ({ open, opted_out }: { open: boolean; opted_out: boolean }): string | null =>
  open ? (opted_out ? STOPPED : null) : CLOSED

function stateOf({ handed_over, state }: store.ChatRow): InboxChat['state'] {
  if (!handed_over) return 'agent'
  return state === 'taken' ? 'person' : 'waiting'
}

const present = (row: store.ChatRow): InboxChat => ({
  id: row.id,
  service: { id: row.service_id, name: row.service_name },
  channel: row.channel,
  visitor: row.name || (row.address ?? ''),
  title: row.title,
  state: stateOf(row),
  asked_by: row.handed_over ? row.asked_by : null,
  reason: row.handed_over ? (row.reason ?? '') : '',
  waiting_since: row.waiting_since?.toISOString() ?? null,
  unread: row.unread,
  last: row.last_role === null ? null : { role: row.last_role, text: row.last_text ?? '' },
  updated_at: row.updated_at.toISOString(),
  closed: closedOf(row),
})

export async function getInboxSummary(db: Queryable, grant: Use): Promise<InboxSummary> {
  const services = await store.listServices(db, grant.on)
  return { available: services.length > 0, waiting: await store.countWaiting(db, grant.on), services }
}

export async function listInbox(
  db: Queryable,
  grant: Use,
  query: { show: InboxFilter; service_id?: ServiceId | undefined; search: string; limit: number; offset: number },
) {
  const { rows, total } = await store.listChats(db, grant.on, query)
  return { items: rows.map(present), total, limit: query.limit, offset: query.offset }
}

/** @throws not_found, also for chats with services of others */
export async function getInboxChat(db: Queryable, grant: Use, id: ConversationId): Promise<InboxChat> {
  const row = await store.findChat(db, grant.on, id)
  if (row === null) throw new AppError('not_found')
  return present(row)
}

/** @throws not_found */
const own = async (db: Queryable, grant: Use, id: ConversationId): Promise<ConversationGrant> =>
  mayUseAsOwner(grant.by, await findConversation(db, id))

/** Newest first. @throws not_found */
export async function listInboxMessages(
  deps: ConversationDeps,
  grant: Use,
  id: ConversationId,
  query: { limit: number; offset: number },
) {
  const page = await listMessages(deps, await own(deps.db, grant, id), query)
  const staff = page.items.filter(({ role }) => role === 'staff').map((message) => message.id)
  const deliveries = await store.findDeliveries(deps.db, staff)
  const items: InboxMessage[] = page.items.map((one) => ({ ...one, delivery: deliveries.get(one.id) ?? null }))
  return { ...page, items }
}

/** @throws not_found; invalid_input for a message of another chat */
async function numberOf(db: Queryable, id: ConversationId, message: string, field: string): Promise<string> {
  const row = await findMessage(db, id, message)
  if (row === null) throw fieldError(field, 'This message isn’t in the chat.', 'not_found')
  return row.seq
}

/** @throws not_found, invalid_input */
export async function readInboxChat(db: Database, grant: Use, id: ConversationId, through: string): Promise<InboxChat> {
  await own(db, grant, id)
  await db.transaction().execute(async (tx) => {
    await locked(tx, id)
    await store.markRead(tx, id, await numberOf(tx, id, through, 'through'))
    await settleChatNotices(tx, id)
  })
  return getInboxChat(db, grant, id)
}

async function reachOf(tx: Queryable, id: ConversationId): Promise<store.ReachRow> {
  const reach = await store.findReach(tx, id)
  if (reach === null) throw new AppError('not_found')
  const closed = closedOf(reach)
  if (closed !== null) throw new AppError('not_runnable', { message: closed })
  return reach
}

/** Twice it counts once. @throws not_found, not_runnable where no answer would arrive */
export async function takeInboxChat(
  db: Database,
  grant: Use,
  id: ConversationId,
  cancel: (execution_id: string) => Promise<boolean>,
): Promise<InboxChat> {
  await own(db, grant, id)
  await db.transaction().execute(async (tx) => {
    const conversation = await locked(tx, id)
    await reachOf(tx, id)
    if (!conversation.handed_over)
      return handOver(tx, conversation, { asked_by: 'owner', reason: '', taken_by: grant.on })
    const chat = await store.findChat(tx, grant.on, id)
    if (chat?.state === 'taken') return
    await setTaken(tx, id, grant.on)
    await tellVisitor(tx, conversation, 'joined')
    await announce(tx, id)
  })
  await stopAgent(db, id, cancel)
  return getInboxChat(db, grant, id)
}

/** The agent answers the next message. Twice it counts once. @throws not_found */
export async function returnInboxChat(db: Database, grant: Use, id: ConversationId): Promise<InboxChat> {
  await own(db, grant, id)
  await db.transaction().execute(async (tx) => giveBack(tx, await locked(tx, id), 'returned'))
  return getInboxChat(db, grant, id)
}

/** Erases who writes in a chat, with all their chats with its service. @throws not_found */
export async function eraseInboxVisitor(
  db: Database,
  grant: Use,
  id: ConversationId,
  cancel: (execution_id: string) => Promise<boolean>,
): Promise<{ id: ConversationId }> {
  const { on } = await own(db, grant, id)
  if (on.visitor_id === null) throw new AppError('not_found')
  await db.transaction().execute((tx) => settleChatNotices(tx, id))
  await eraseVisitor(db, grant.on, on.visitor_id, cancel)
  return { id }
}

/**
 * Answers in the place of the agent, once for each key.
 * @throws not_found; not_runnable where it would not arrive; illegal_transition while the agent answers, and after an answer that its writer
 * has not seen; idempotency_mismatch; limit_reached; plan_limit; invalid_input for a file of others or one that the channel doesn’t take
 */
export async function answerInboxChat(
  deps: StaffFileDeps,
  grant: Use,
  id: ConversationId,
  wanted: StaffAnswer,
): Promise<InboxMessage> {
  const { db } = deps
  const use = await own(db, grant, id)
  const sent = await findSent(db, use, wanted)
  if (sent) return sent
  const files = await copyOwnFiles(deps, grant, wanted.files)
  try {
    const { message, isNew } = await addAnswer(db, grant, use, { ...wanted, files })
    if (!isNew) await dropCopies(db, grant.on, files)
    return message
  } catch (error) {
    await dropCopies(db, grant.on, files)
    throw error
  }
}

interface StaffAnswer {
  key: string
  text: string
  after: string
  files: readonly { file_id: string }[]
}

/** The same answer sent again. @throws idempotency_mismatch when it says something else */
async function findSent(
  db: Queryable,
  { on }: ConversationGrant,
  { key, text, files }: StaffAnswer,
): Promise<InboxMessage | null> {
  const known = await findMessageByKey(db, on.id, key)
  if (!known) return null
  if (known.role !== 'staff' || known.text !== text || known.files.length !== files.length)
    throw new AppError('idempotency_mismatch')
  return { ...presentMessage(known, on), delivery: null }
}

/** @returns `isNew` false where the same answer was sent meanwhile */
async function addAnswer(
  db: Database,
  grant: Use,
  use: ConversationGrant,
  wanted: Omit<StaffAnswer, 'files'> & { files: readonly MessageFile[] },
): Promise<{ message: InboxMessage; isNew: boolean }> {
  const { id } = use.on
  const { key, text, after, files } = wanted
  return db.transaction().execute(async (tx) => {
    const conversation = await locked(tx, id)
    const sent = await findSent(tx, use, wanted)
    if (sent) return { message: sent, isNew: false }
    if (!conversation.handed_over) throw new AppError('illegal_transition', { message: WITH_AGENT })
    const reach = await reachOf(tx, id)
    const seen = await numberOf(tx, id, after, 'after')
    if (await isAnsweredByStaff(tx, id, seen)) throw new AppError('illegal_transition', { message: CROSSED })
    if ((await countMessages(tx, id)) >= CONVERSATION.messages) throw new AppError('limit_reached', { message: FULL })
    await requireSendable(tx, grant.on, reach, files)
    const { display_name: author } = await settingsOf(tx, conversation)
    const message_id = uuidv7()
    await insertStaffMessage(tx, { id: message_id, conversation_id: id, key, text, author, files })
    await setTaken(tx, id, grant.on)
    await store.noteAnswered(tx, id, seen)
    await touchConversation(tx, id, '')
    await deliver(tx, reach, message_id, text, files)
    await settleChatNotices(tx, id)
    await announce(tx, id)
    const message = await findMessage(tx, id, message_id)
    if (!message) throw new Error('An answer was not found after its insert')
    const delivery = reach.channel_id === null ? null : 'waiting'
    return { message: { ...presentMessage(message, use.on), delivery }, isNew: true }
  })
}
