/** The verbs of visitors in their conversations with a service. They learn nothing of the run that answers, nor of who pays for it. */
import { AppError } from '#contract/core/errors.ts'
import type { FileId } from '#contract/core/primitives.ts'
import type { ChatMessage, ConversationId, SendMessage } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { ExecutionEvent } from '#contract/runs/executions.ts'
import { CHAT } from '#contract/services/chat-values.ts'
import type { ChatEvent, VisitorConversation } from '#contract/services/chats.ts'
import type { FilesPort } from '#nodes/ports.ts'
import {
  type ConversationDeps,
  deleteOlderOfVisitor,
  findConversation,
  findFileOfAnswer,
  findFilesOf,
  findLastTurn,
  insertVisitorConversation,
  listConversationsOfVisitor,
  listMessages,
  type MessageFile,
  mayUseAsVisitor,
  rateAnswer,
  resolveInput,
  sendMessage,
} from '#server/areas/runs/runs.ts'
import { ownerOfService } from '#server/areas/services/services/services.policy.ts'
import { copyFile } from '#server/areas/services/widgets/visitors.ts'
import { expireFilesAt } from '#server/areas/services/widgets/widgets.store.ts'
import { ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { type ChatSettings, chatSettingsOf } from './chat-settings.ts'
import type { VisitorGrant } from './chats.policy.ts'
import { findDocument } from './chats.store.ts'
import { prepareServiceTurn, type ServiceTurnDeps } from './service-turns.ts'

export interface VisitorDeps extends ConversationDeps, ServiceTurnDeps {
  db: Database
  /** Of the owners of runs, and of visitors. */
  files: Pick<FilesPort, 'open' | 'write'>
}

const NOT_STARTED = 'Something went wrong on our side. Try again.'

/** Which run answers, and why one was not started, is the owner’s. */
const asVisitorSees = (message: ChatMessage, showsPlan: boolean): ChatMessage => ({
  ...message,
  plan: showsPlan ? message.plan : null,
  execution_id: null,
  error: message.error === null ? null : NOT_STARTED,
})

export async function listVisitorConversations(
  db: Queryable,
  { on: { visitor } }: VisitorGrant,
  query: { limit: number; offset: number },
) {
  const { rows, total } = await listConversationsOfVisitor(db, visitor.id, query)
  const items: VisitorConversation[] = rows.map(({ id, title, updated_at }) => ({
    id,
    title,
    updated_at: updated_at.toISOString(),
  }))
  return { items, total, ...query }
}

const own = async (db: Queryable, { by, on: { visitor } }: VisitorGrant, id: ConversationId) =>
  mayUseAsVisitor(by, visitor.id, await findConversation(db, id))

/** Newest first. @throws not_found */
export async function listVisitorMessages(
  deps: ConversationDeps,
  grant: VisitorGrant,
  id: ConversationId,
  query: { limit: number; offset: number },
) {
  const use = await own(deps.db, grant, id)
  const page = await listMessages(deps, use, query)
  const showsPlan = (await settingsOf(deps.db, grant))?.showsPlan ?? false
  return {
    ...page,
    items: page.items.map((message) => asVisitorSees(message, showsPlan)),
    with_person: use.on.handed_over,
  }
}

const settingsOf = async (db: Queryable, { on: { door } }: VisitorGrant): Promise<ChatSettings | null> =>
  chatSettingsOf(await findDocument(db, door.service_id))

/** Files as copies of the owner of the service; those of earlier messages of the conversation are there already. */
async function takeFiles(
  { db, files }: VisitorDeps,
  { by, on: { door } }: VisitorGrant,
  id: ConversationId,
  wanted: SendMessage['files'],
): Promise<readonly MessageFile[]> {
  if (wanted.length === 0) return []
  const known = new Map((await findFilesOf(db, id)).map((file) => [file.file_id, file]))
  const copies: string[] = []
  const taken: { file_id: string }[] = []
  for (const [index, { file_id }] of wanted.entries()) {
    if (known.has(file_id)) {
      taken.push({ file_id })
      continue
    }
    const whose = { of: ownerOfCaller(by), to: door.owner_id }
    const copy = await copyFile(files, whose, file_id, `files.${index}.file_id`)
    copies.push(copy)
    taken.push({ file_id: copy })
  }
  if (copies.length > 0) await expireFilesAt(db, door.owner_id, copies, `${CHAT.kept_days} days`)
  const named = await resolveInput(db, ownerOfService(door), { files: taken })
  return named.files as unknown as MessageFile[]
}

/**
 * Accepts a message; the conversation begins with its first one, under the id that the visitor’s page has chosen.
 * @throws not_found for another visitor’s conversation; too_many_requests; limit_reached when the day is used up; not_runnable; what
 * `sendMessage` of conversations throws
 */
export async function sendVisitorMessage(
  deps: VisitorDeps,
  grant: VisitorGrant,
  { id, sender }: { id: ConversationId; sender: Sender },
  wanted: SendMessage,
): Promise<ChatMessage> {
  const { db } = deps
  const { door, visitor } = grant.on
  const { owner_id, service_id, channel } = door
  if ((await findConversation(db, id)) === null) {
    await insertVisitorConversation(db, { id, owner_id, service_id, channel, visitor_id: visitor.id })
    await deleteOlderOfVisitor(db, visitor.id, CHAT.per_visitor)
  }
  const use = await own(db, grant, id)
  const message = await sendMessage(deps, use, wanted, async () => {
    const begin = prepareServiceTurn(deps, door)
    const { widget_runs_per_hour } = await readLimits(db)
    const limit = rateLimitFor(`widget ${service_id}`, sender, widget_runs_per_hour)
    await enforceRateLimit(db, [limit], 'You’ve asked many times')
    return { begin, files: await takeFiles(deps, grant, id, wanted.files) }
  })
  // It has just begun: there is no plan yet.
  return asVisitorSees(message, false)
}

/** @throws not_found, also for a file that no answer in this conversation has */
export async function findVisitorFile(
  db: Queryable,
  grant: VisitorGrant,
  { id, file }: { id: ConversationId; file: FileId },
) {
  const { on } = await own(db, grant, id)
  const found = await findFileOfAnswer(db, on.id, file)
  if (found === null) throw new AppError('not_found')
  return found
}

/** The run that answers the newest message; null when it has ended, or none was started. */
async function findUnderWay(db: Queryable, id: ConversationId): Promise<string | null> {
  const last = await findLastTurn(db, id)
  if (last === null || last.settled || last.error !== null) return null
  return last.status !== null && isFinal(last.status) ? null : last.execution_id
}

/** @param cancel ends a run; false when it has ended */
export async function stopVisitorAnswer(
  db: Queryable,
  grant: VisitorGrant,
  id: ConversationId,
  cancel: (execution_id: string) => Promise<boolean>,
): Promise<{ stopped: boolean }> {
  const { on } = await own(db, grant, id)
  const running = await findUnderWay(db, on.id)
  return { stopped: running !== null && (await cancel(running)) }
}

/** @throws not_found */
export async function rateVisitorAnswer(
  db: Queryable,
  grant: VisitorGrant,
  { id, message }: { id: ConversationId; message: string },
  given: { rating: 'up' | 'down' | null; reason: string },
): Promise<{ rating: 'up' | 'down' | null }> {
  const { on } = await own(db, grant, id)
  const rating = given.rating === null ? { rating: null, reason: '' } : given
  if (!(await rateAnswer(db, on.id, message, rating))) throw new AppError('not_found')
  return { rating: given.rating }
}

/** Whether the reader may still read is asked again after this long. */
const LOOK_AGAIN_MS = 1_000

function shownEvent(event: ExecutionEvent, settings: ChatSettings | null): ChatEvent | null {
  if (event.type === 'status') return { type: 'status', seq: event.seq, status: event.status }
  if (event.type === 'end') return { type: 'end', seq: event.seq }
  if (event.type === 'plan') return settings?.showsPlan ? { type: 'plan', seq: null, items: event.items } : null
  if (event.type !== 'progress' || !event.written || event.node_id !== settings?.writes) return null
  return { type: 'written', seq: null, ...event.written }
}

/**
 * What happens to the answer under way, as far as its visitor sees it: its words where they are the answer, and its state.
 * @param look asks again who reads; what it throws ends the stream
 * @throws not_found
 */
export async function followAnswer(
  db: Queryable,
  grant: VisitorGrant,
  id: ConversationId,
  follow: {
    events: (execution_id: string, signal: AbortSignal) => AsyncIterable<ExecutionEvent>
    look: () => Promise<VisitorGrant>
  },
): Promise<(signal: AbortSignal) => AsyncIterable<ChatEvent>> {
  const { on } = await own(db, grant, id)
  const running = await findUnderWay(db, on.id)
  const settings = await settingsOf(db, grant)
  return async function* (signal) {
    if (running === null) return yield { type: 'end', seq: null }
    let looked = Date.now()
    for await (const event of follow.events(running, signal)) {
      if (Date.now() - looked >= LOOK_AGAIN_MS) {
        if (!(await stillOwn(db, id, follow.look))) return
        looked = Date.now()
      }
      const shown = shownEvent(event, settings)
      if (shown) yield shown
    }
  }
}

async function stillOwn(db: Queryable, id: ConversationId, look: () => Promise<VisitorGrant>): Promise<boolean> {
  try {
    await own(db, await look(), id)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false
    throw error
  }
}
