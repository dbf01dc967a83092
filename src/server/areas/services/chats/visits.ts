/** Visitors of a chat: how they come in, and how they are known afterwards. */
import { randomBytes } from 'node:crypto'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { CHAT } from '#contract/services/chat-values.ts'
import type { PublicChat } from '#contract/services/chats.ts'
import { presentListing } from '#server/areas/agents/agents.ts'
import { findTerms } from '#server/areas/billing/billing.ts'
import { hashToken } from '#server/areas/runs/runs.ts'
import { CLOSED, isOpen } from '#server/areas/services/widgets/visitors.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { requireFeature } from '#server/platform/settings/features.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { chatSettingsOf } from './chat-settings.ts'
import { isMember, mayVisit, type VisitorGrant } from './chats.policy.ts'
import * as store from './chats.store.ts'
import { isPassword } from './password.ts'

/** Who asks, as their request shows them. */
export interface Asker {
  caller: Caller
  sender: Sender
  /** Of a visitor. */
  visitor_token: string | null
}

/** Guesses of all senders together at the password of one page, in an hour. */
const GUESSES_OF_ALL = 600

/** @throws not_found: unknown, switched off, or with a token that is not its own any more; feature_off for an owner who may have none */
export async function openDoor(db: Queryable, token: string): Promise<store.DoorRow> {
  const door = await store.findDoor(db, token)
  if (!door) throw new AppError('not_found')
  await requireFeature(db, 'widgets', door.role)
  return door
}

async function findVisitor(db: Queryable, door: store.DoorRow, { caller, visitor_token }: Asker) {
  if (door.access === 'members') return isMember(caller) ? store.takeMember(db, door.service_id, caller.id) : null
  return visitor_token === null ? null : store.findVisitor(db, door.service_id, hashToken(visitor_token))
}

/** @throws not_found, feature_off, forbidden until the visitor has come in */
export async function requireVisit(db: Queryable, token: string, asker: Asker): Promise<VisitorGrant> {
  const door = await openDoor(db, token)
  return mayVisit(asker.caller, door, await findVisitor(db, door, asker))
}

/** What a visitor sees before the first message. @throws not_found, feature_off */
export async function getChat(db: Database, token: string, asker: Asker): Promise<PublicChat> {
  const door = await openDoor(db, token)
  const visitor = await findVisitor(db, door, asker)
  const entered =
    door.access === 'public' ||
    (visitor !== null && (door.access === 'members' || visitor.password_epoch === door.password_epoch))
  const settings = chatSettingsOf(await store.findDocument(db, door.service_id))
  if (settings === null) throw new AppError('not_found')
  const [terms, { upload_mb }] = await Promise.all([findTerms(db, door.agent_version_id), readLimits(db)])
  const { title, access } = door
  const closed = isOpen(door) ? null : CLOSED
  const shown = { title, access, entered, upload_mb, kept_days: CHAT.kept_days, closed, asks_person: door.asks_person }
  if (!entered) return { ...shown, greeting: '', starters: [], streams: false, disclaimer: null, sends_to: [] }
  return {
    ...shown,
    greeting: door.channel === 'widget' && door.greeting !== '' ? door.greeting : settings.greeting,
    starters: settings.starters,
    streams: settings.writes !== null,
    disclaimer: presentListing(door.listing).disclaimer,
    sends_to: [...(terms?.sends_to ?? [])],
  }
}

async function checkPassword(
  db: Database,
  { service_id, password: stored }: store.DoorRow,
  given: string | undefined,
  sender: Sender,
): Promise<void> {
  if (given === undefined || given === '') throw fieldError('password', 'Enter the password.')
  await enforceRateLimit(
    db,
    [
      rateLimitFor(`chat password ${service_id}`, sender, CHAT.tries_per_hour),
      { name: 'chat passwords', subject: service_id, max: GUESSES_OF_ALL },
    ],
    'You’ve entered many passwords',
  )
  if (stored === null || !(await isPassword(given, stored))) throw fieldError('password', 'This password is incorrect.')
}

/**
 * Lets a visitor in.
 * @returns the token of a new visitor; null for one who is known by theirs or by their account
 * @throws not_found, feature_off, invalid_input for a wrong password, forbidden for who is no member, too_many_requests
 */
export async function enterChat(
  db: Database,
  token: string,
  { password }: { password?: string | undefined },
  asker: Asker,
): Promise<{ visitor_token: string | null }> {
  const door = await openDoor(db, token)
  if (door.access === 'members') {
    mayVisit(asker.caller, door, await findVisitor(db, door, asker))
    return { visitor_token: null }
  }
  if (door.access === 'password') await checkPassword(db, door, password, asker.sender)
  const { service_id, password_epoch } = door
  const known = await findVisitor(db, door, asker)
  if (known) {
    await store.setPasswordEpoch(db, known.id, password_epoch)
    return { visitor_token: null }
  }
  const limit = rateLimitFor(`chat visitor ${service_id}`, asker.sender, CHAT.visitors_per_hour)
  await enforceRateLimit(db, [limit], 'You’ve opened many chats')
  const visitor_token = randomBytes(32).toString('base64url')
  await store.insertVisitor(db, { service_id, token_hash: hashToken(visitor_token), password_epoch })
  return { visitor_token }
}
