/** Reads a delivery of a service: proves where it comes from, answers handshakes, finds what it has for a workflow. */
import { createHash } from 'node:crypto'
import type { Delivery, Place } from '#connectors/connector.ts'
import { valueAt } from '#connectors/request/answer.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Arrived, Received } from './trigger-port.ts'
import { refusedDelivery, verifyDelivery } from './verify.ts'

/** A delivery with more is cut: no service sends as many. */
const MOST_ITEMS = 500

const hash = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('base64url')

const textOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const at = ({ pointer, header }: Place, { headers, body }: Arrived): string =>
  header === undefined ? textOf(valueAt(body, pointer ?? '')) : (headers[header] ?? '')

const answer = (text: string, rest: Partial<Extract<Received, { type: 'answer' }>> = {}): Received => ({
  ...{ type: 'answer', text, headers: {}, secret: null },
  ...rest,
})

export interface Expected {
  /** What deliveries are signed with; empty before the service has said so. */
  secret: string
  /** Whether the service may still say what it signs with. */
  takes_secret: boolean
  /** The client ID of the installation at the service, for services that ask for it. */
  client_id: string | null
  input: JsonObject
}

/** Handshakes that come before there is anything to sign. */
function greet({ handshake }: Delivery, expected: Expected, arrived: Arrived): Received | null {
  // Services ask whether there is anything at the address at all.
  if (arrived.method === 'HEAD') return answer('')
  if (handshake?.by === 'query') {
    const given = arrived.query[handshake.parameter]
    if (given === undefined) return null
    const shown = handshake.verify === undefined ? null : (arrived.query[handshake.verify] ?? '')
    if (shown !== null && (expected.client_id === null || shown !== expected.client_id)) throw refusedDelivery()
    return answer(given.slice(0, 4000))
  }
  if (handshake?.by === 'header') {
    const given = arrived.headers[handshake.header]
    if (given === undefined) return null
    if (!expected.takes_secret || !/^[\x21-\x7e]{8,200}$/.test(given)) throw refusedDelivery()
    return answer('', { headers: { [handshake.header]: given }, secret: given })
  }
  return null
}

const isMeant = ({ when = [], match = [] }: Delivery, { input }: Expected, arrived: Arrived): boolean =>
  when.every(({ is, ...place }) => is.includes(at(place, arrived))) &&
  match.every(({ pointer, input: key }) => {
    const wanted = textOf(Object.hasOwn(input, key) ? input[key] : null)
    return wanted === '' || textOf(valueAt(arrived.body, pointer)) === wanted
  })

/**
 * A delivery about something else has no items.
 * @throws AppError unauthenticated
 */
export function receiveDelivery(delivery: Delivery, expected: Expected, arrived: Arrived, now: Date): Received {
  const greeted = greet(delivery, expected, arrived)
  if (greeted) return greeted
  verifyDelivery(delivery.verify, expected.secret, arrived, now)
  const { handshake, id, value = '', list } = delivery
  if (handshake?.by === 'body' && textOf(valueAt(arrived.body, handshake.when.pointer)) === handshake.when.is)
    return answer(textOf(valueAt(arrived.body, handshake.answer)).slice(0, 4000))
  if (!isMeant(delivery, expected, arrived)) return { type: 'items', items: [] }
  const named = id === undefined ? '' : at(id, arrived)
  const key = hash(named === '' ? arrived.bytes : `id:${named}`)
  if (list === undefined) {
    const found = valueAt(arrived.body, value)
    return { type: 'items', items: found === undefined ? [] : [{ key, value: found }] }
  }
  const found = valueAt(arrived.body, list)
  const values = Array.isArray(found) ? found.slice(0, MOST_ITEMS) : []
  return { type: 'items', items: values.map((one, index) => ({ key: `${key}:${index}`, value: one })) }
}
