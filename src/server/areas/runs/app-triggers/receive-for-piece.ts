/** What services deliver for triggers of pieces: greetings are answered at once, the rest is written down as it came and read afterwards. */
import { createHash } from 'node:crypto'
import type { PieceTrigger } from '#connectors/connector.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Payload } from '#nodes/piece-work.ts'
import {
  type Arrived,
  type PieceReply,
  refusedDelivery,
  type TriggerPort,
} from '#server/areas/connectors/connectors.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isObject } from '#shared/json.ts'
import { findRouted, type ReceiverRow } from './app-triggers.store.ts'
import { hookAddress } from './hook-address.ts'
import { memoryOf } from './piece-memory.ts'
import { insertUnread } from './piece-triggers.store.ts'

export interface PieceReceiver {
  db: Database
  triggers: TriggerPort
  ring: KeyRing
  publicUrl: string
}

const accepted: PieceReply = { status: 200, headers: {}, body: { accepted: true } }

/** A text is plain text, whatever the piece calls it: it may repeat what a stranger sent. */
const replyOf = ({ status, headers, body }: PieceReply): PieceReply => {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'text/plain; charset=utf-8' } : {}
  return { status, headers: { ...headers, ...type }, body: body ?? '' }
}

const payloadOf = ({ headers, query, body, bytes }: Arrived): Payload => ({
  ...{ headers: { ...headers }, query: { ...query }, body },
  raw: Buffer.from(bytes).toString('base64'),
})

/** Headers that name a delivery and stay the same when a service sends it again. */
const DELIVERY_IDS = [
  ...['webhook-id', 'svix-id', 'ce-id', 'idempotency-key', 'x-github-delivery', 'x-gitea-delivery', 'linear-delivery'],
  ...['x-shopify-webhook-id', 'x-wc-webhook-delivery-id', 'x-razorpay-event-id', 'x-atlassian-webhook-identifier'],
  ...['twitch-eventsub-message-id', 'i-twilio-idempotency-token'],
]

/** What two deliveries share when they are the same one. Without a name, the same content is only for a while. */
function identify({ method, query, bytes, headers }: Arrived): { key: string; isNamed: boolean } {
  const name = DELIVERY_IDS.find((one) => headers[one])
  const asked = JSON.stringify([method, Object.entries(query).sort(), ...(name ? [name, headers[name]] : [])])
  const key = createHash('sha256').update(asked).update(bytes).digest('base64url')
  return { key, isNamed: name !== undefined }
}

function isGreeting({ piece: { handshake } }: PieceTrigger, { headers, query, body }: Arrived): boolean {
  if (!handshake) return false
  const { by, name } = handshake
  if (by === 'header') return headers[name] !== undefined
  return by === 'query' ? query[name] !== undefined : isObject(body) && Object.hasOwn(body, name)
}

/** What a service may try again. */
const tryAgain = (error: unknown): unknown =>
  error instanceof NodeError ? new AppError('unavailable', { message: error.message, cause: error }) : error

async function greet(
  deps: PieceReceiver,
  row: ReceiverRow,
  arrived: Arrived,
  signal: AbortSignal,
): Promise<PieceReply> {
  const { db, triggers, ring, publicUrl } = deps
  const installed = await triggers.pieces.installed(row.watched.integration)
  const package_id = row.package_id ?? installed?.package_id
  if (package_id === undefined) throw new AppError('not_found')
  const { watched, owner_id: owner, id, token } = row
  const asked = {
    watched,
    owner,
    package_id,
    address: hookAddress(publicUrl, token),
    key: `app-trigger:${id}:greeting`,
  }
  try {
    return replyOf(await triggers.pieces.greet(asked, memoryOf(db, ring, row), payloadOf(arrived), signal))
  } catch (error) {
    throw tryAgain(error)
  }
}

/** What a paused trigger gets is let go. @throws AppError unavailable where too much waits */
async function keep(db: Database, rows: readonly ReceiverRow[], arrived: Arrived): Promise<void> {
  const delivery = { ...identify(arrived), input: payloadOf(arrived) as unknown as Json }
  for (const row of rows) {
    if (row.paused || !row.acts) continue
    if (!(await insertUnread(db, row, delivery)))
      throw new AppError('unavailable', { message: 'Too many deliveries wait for this trigger. Send it again later.' })
  }
}

/** @throws AppError not_found, unavailable */
export async function receiveForPiece(
  deps: PieceReceiver,
  { row, trigger }: { row: ReceiverRow; trigger: PieceTrigger },
  arrived: Arrived,
  signal: AbortSignal,
): Promise<PieceReply> {
  if (trigger.kind !== 'webhook') throw new AppError('not_found')
  // Services ask whether there is anything at the address at all.
  if (arrived.method === 'HEAD') return { ...accepted, body: '' }
  if (isGreeting(trigger, arrived)) return greet(deps, row, arrived, signal)
  await keep(deps.db, [row], arrived)
  return accepted
}

const listensTo = ({ remote }: ReceiverRow, event: string): boolean => {
  const { events } = (remote ?? {}) as { events?: unknown }
  return Array.isArray(events) && events.includes(event)
}

/** An event of the whole installation, for all that listen to it. @throws AppError unauthenticated, unavailable */
export async function receiveEventForPiece(
  { db, triggers, publicUrl }: PieceReceiver,
  { plugin, secret }: { plugin: string; secret: string },
  arrived: Arrived,
  signal: AbortSignal,
): Promise<PieceReply> {
  const address = new URL(`/hooks/events/${plugin}`, publicUrl).href
  const found = await triggers.pieces
    .readEvent(plugin, { payload: payloadOf(arrived), address, secret }, signal)
    .catch((error: unknown) => {
      throw tryAgain(error)
    })
  const { verified, reply, event, route } = found
  if (!verified || secret === '') throw refusedDelivery()
  if (event !== null && route !== null) {
    const rows = await findRouted(db, plugin, [route])
    await keep(
      db,
      rows.filter((row) => listensTo(row, event)),
      arrived,
    )
  }
  return reply ? replyOf(reply) : accepted
}
