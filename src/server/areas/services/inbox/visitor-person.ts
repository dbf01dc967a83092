/** What a visitor does about a person who answers in the place of the agent. */
import { AppError } from '#contract/core/errors.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import { CHAT } from '#contract/services/chat-values.ts'
import type { ChatChange } from '#contract/services/chats.ts'
import {
  deleteOlderOfVisitor,
  findConversation,
  insertVisitorConversation,
  mayUseAsVisitor,
} from '#server/areas/runs/runs.ts'
import type { VisitorGrant } from '#server/areas/services/chats/chats.policy.ts'
import { CLOSED, isOpen } from '#server/areas/services/widgets/visitors.ts'
import { Bell } from '#server/platform/bell.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Feed } from '#server/platform/database/feed.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { giveBack, handOver, locked, stopAgent } from './hand-over.ts'

/**
 * Hands the chat over. Also before its first message, under the id that the page has chosen.
 * @throws not_runnable where nobody may be asked for, not_found for another visitor’s chat, too_many_requests
 */
export async function askForPerson(
  db: Database,
  { by, on: { door, visitor } }: VisitorGrant,
  { id, sender }: { id: ConversationId; sender: Sender },
  cancel: (execution_id: string) => Promise<boolean>,
): Promise<{ with_person: boolean }> {
  if (!isOpen(door)) throw new AppError('not_runnable', { message: CLOSED })
  if (!door.asks_person) throw new AppError('not_runnable', { message: 'A person can’t be asked for here.' })
  const { owner_id, service_id, channel } = door
  const { widget_runs_per_hour } = await readLimits(db)
  await enforceRateLimit(
    db,
    [rateLimitFor(`widget ${service_id}`, sender, widget_runs_per_hour)],
    'You’ve asked many times',
  )
  if ((await findConversation(db, id)) === null) {
    await insertVisitorConversation(db, { id, owner_id, service_id, channel, visitor_id: visitor.id })
    await deleteOlderOfVisitor(db, visitor.id, CHAT.per_visitor)
  }
  await db.transaction().execute(async (tx) => {
    const conversation = await locked(tx, id)
    mayUseAsVisitor(by, visitor.id, conversation)
    await handOver(tx, conversation, { asked_by: 'visitor', reason: '', taken_by: null })
  })
  await stopAgent(db, id, cancel)
  return { with_person: true }
}

/** The agent answers the next message. Does nothing where it answers already. @throws not_found for another visitor’s chat */
export async function returnToAgent(
  db: Database,
  { by, on: { visitor } }: VisitorGrant,
  id: ConversationId,
): Promise<{ with_person: boolean }> {
  await db.transaction().execute(async (tx) => {
    const conversation = await locked(tx, id)
    mayUseAsVisitor(by, visitor.id, conversation)
    await giveBack(tx, conversation, 'returned')
  })
  return { with_person: false }
}

/** Without being woken a reader is asked again after this long whether they may still read. */
const LOOK_AGAIN_MS = 10_000

/**
 * Wakes the page of a visitor when something was said or changed by others.
 * @param look asks again who reads; what it throws ends the stream
 * @throws not_found
 */
export async function followVisitorChat(
  { db, feed }: { db: Database; feed: Feed },
  id: ConversationId,
  look: () => Promise<VisitorGrant>,
): Promise<(signal: AbortSignal) => AsyncIterable<ChatChange>> {
  const own = async () => {
    const { by, on } = await look()
    mayUseAsVisitor(by, on.visitor.id, await findConversation(db, id))
  }
  await own()
  return async function* (signal) {
    const bell = new Bell()
    let changed = false
    const unfollow = feed.follow(id, () => {
      changed = true
      bell.ring()
    })
    try {
      while (!signal.aborted) {
        await bell.wait(LOOK_AGAIN_MS, signal)
        if (signal.aborted) return
        if (!(await isAllowed(own))) return
        if (changed) yield { type: 'changed', seq: null }
        changed = false
      }
    } finally {
      unfollow()
    }
  }
}

async function isAllowed(own: () => Promise<void>): Promise<boolean> {
  try {
    await own()
    return true
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false
    throw error
  }
}
