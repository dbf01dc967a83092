/** Where services deliver: an address per trigger, and one of the installation for each app that has only one. */

import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import { valueAt } from '#connectors/request/answer.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import {
  type Arrived,
  type Events,
  type FoundTrigger,
  openApplication,
  type PieceReply,
  type Received,
  receiveDelivery,
  refusedDelivery,
  type TriggerPort,
} from '#server/areas/connectors/connectors.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers, ReplyAnswer, RequestContext } from '#server/platform/http/handlers.ts'
import * as store from './app-triggers.store.ts'
import { receiveEventForPiece, receiveForPiece } from './receive-for-piece.ts'
import { openSecret, sealSecret } from './secrets.ts'

interface Deps {
  db: Database
  triggers: TriggerPort
  ring: KeyRing
  /** An app that has one address for all accounts; null for another one. */
  findEvents: FindEvents
  /** Where services reach this installation. */
  publicUrl: string
}
export type FindEvents = (integration: string) => Promise<Events | null>

const textsOf = (value: Json): Record<string, string> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one] as const] : [])),
  )
}

function arrivedOf(body: Json | undefined, { method, raw, received, headers }: ArrivedContext): Arrived {
  return {
    method,
    query: textsOf(raw.query),
    headers,
    body: body ?? null,
    bytes: received?.bytes ?? new Uint8Array(),
  }
}
type ArrivedContext = Pick<RequestContext, 'method' | 'raw' | 'received'> & { headers: Record<string, string> }

const accepted: ReplyAnswer = { type: 'reply', status: 200, headers: {}, body: { accepted: true } }
const replyOf = ({ text, headers }: Extract<Received, { type: 'answer' }>): ReplyAnswer => ({
  ...{ type: 'reply', status: 200, headers, body: text },
})

const asReply = async (answer: Promise<PieceReply>): Promise<ReplyAnswer> => ({ type: 'reply', ...(await answer) })

/** @throws AppError not_found */
async function findTrigger({ triggers }: Deps, row: store.ReceiverRow): Promise<FoundTrigger['trigger']> {
  try {
    return (await triggers.find(row.watched, row.owner_id)).trigger
  } catch (error) {
    if (error instanceof NodeError) throw new AppError('not_found')
    throw error
  }
}

/** Accepted is what is written down; what a paused trigger gets is let go. */
async function keep(db: Database, rows: readonly store.ReceiverRow[], items: readonly store.Item[]): Promise<void> {
  const open = rows.filter(({ paused, acts }) => acts && !paused)
  if (open.length === 0 || items.length === 0) return
  await db.transaction().execute(async (tx) => {
    for (const row of open) await store.insertItems(tx, row, items)
    await store.noteArrival(
      tx,
      open.map(({ id }) => id),
    )
  })
}

const itemsOf = (received: Extract<Received, { type: 'items' }>): store.Item[] =>
  received.items.map(({ key, value }) => ({ key, input: value }))

export function appHookHandlers(deps: Deps): Pick<Handlers, 'receiveAppHook' | 'receiveAppEvent'> {
  const { db } = deps
  const context = ({ method, raw, received }: RequestContext): ArrivedContext => ({
    ...{ method, raw, received: received ?? null },
    headers: textsOf(raw.headers),
  })
  return {
    receiveAppHook: {
      checkAddress: async ({ token }) => {
        if (!(await store.findReceiver(db, token))) throw new AppError('not_found')
      },
      handle: async ({ params: { token }, body }, request) => {
        const row = await store.findReceiver(db, token)
        if (!row) throw new AppError('not_found')
        const trigger = await findTrigger(deps, row)
        if (isPieceTrigger(trigger))
          return asReply(receiveForPiece(deps, { row, trigger }, arrivedOf(body, context(request)), request.signal))
        if (trigger.kind !== 'webhook') throw new AppError('not_found')
        const { state, watched } = row
        const secret = openSecret(deps.ring, row)
        const expected = {
          secret,
          takes_secret: state === 'starting' && secret === '',
          client_id: null,
          input: watched.input,
        }
        const received = receiveDelivery(trigger.delivery, expected, arrivedOf(body, context(request)), new Date())
        if (received.type === 'answer') {
          if (received.secret !== null) {
            const sealed = sealSecret(deps.ring, received.secret, row)
            if (!(await store.keepSecret(db, row.id, sealed))) throw refusedDelivery()
          }
          return replyOf(received)
        }
        await keep(db, [row], itemsOf(received))
        return accepted
      },
    },
    receiveAppEvent: {
      checkAddress: async ({ integration }) => {
        if (!(await deps.findEvents(integration))) throw new AppError('not_found')
      },
      handle: async ({ params: { integration }, body }, request) => {
        const events = await deps.findEvents(integration)
        const application = events && (await openApplication(db, deps.ring, events.application))
        if (!events || !application) throw new AppError('not_found')
        const arrived = arrivedOf(body, context(request))
        const { client_id, signing_secret: secret } = application
        if (events.by === 'piece')
          return asReply(receiveEventForPiece(deps, { plugin: integration, secret }, arrived, request.signal))
        const common = { secret, takes_secret: false, client_id }
        // Proven and greeted once; what it is about is asked for each that listens.
        const { when: _, match: __, ...proof } = events.delivery
        const first = receiveDelivery(proof, { ...common, input: {} }, arrived, new Date())
        if (first.type === 'answer') return replyOf(first)
        const route = valueAt(arrived.body, events.route)
        if (typeof route !== 'string' && typeof route !== 'number') return accepted
        for (const row of await store.findRouted(db, integration, [String(route)])) {
          const trigger = await findTrigger(deps, row).catch(() => null)
          if (!trigger || isPieceTrigger(trigger) || trigger.kind !== 'event') continue
          const received = receiveDelivery(
            { ...trigger.delivery, verify: { by: 'address' } },
            { ...common, input: row.watched.input },
            arrived,
            new Date(),
          )
          if (received.type === 'items') await keep(db, [row], itemsOf(received))
        }
        return accepted
      },
    },
  }
}
