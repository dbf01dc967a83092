/**
 * What Meta delivers to a channel: proven by the signature over its bytes, and stored before it is acknowledged. A delivery that comes
 * again changes nothing. STOP and START count at once, whatever is being answered.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import { OUTSIDE_WINDOW } from '#server/gateways/whatsapp.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as channels from './channels.store.ts'
import * as messages from './messages.store.ts'
import * as outbox from './outbox.store.ts'
import { type Incoming, readDelivery, type Status } from './read-delivery.ts'
import { type NoticeName, noticeText, wishOf } from './words.ts'

const refused = (): AppError =>
  new AppError('unauthenticated', { message: 'The signature of the delivery is invalid.' })

/** In constant time, of values of any length. */
export const isSame = (given: string, expected: string): boolean => {
  const [left, right] = [given, expected].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

/** @throws unauthenticated */
export function checkSignature(bytes: Uint8Array, given: unknown, app_secret: string): void {
  const expected = `sha256=${createHmac('sha256', app_secret).update(bytes).digest('hex')}`
  if (typeof given !== 'string' || app_secret === '' || !isSame(given, expected)) throw refused()
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const today = (): string => new Date().toISOString().slice(0, 10)

type Channel = Pick<channels.ChannelRow, 'id' | 'service_id' | 'settings'>

function stateOf({ settings }: Channel, person: channels.PersonRow, isWish: boolean): messages.MessageState {
  if (isWish || person.opted_out_at !== null) return 'done'
  return settings.ask_consent && person.opted_in_at === null ? 'held' : 'waiting'
}

async function followWish(tx: Queryable, visitor: string, wish: 'start' | 'stop'): Promise<void> {
  await channels.setConsent(tx, visitor, wish === 'start')
  if (wish === 'start') return messages.releaseIncoming(tx, visitor)
  await messages.dropIncoming(tx, visitor)
  await outbox.dropOutgoing(tx, visitor)
}

async function storeMessage(tx: Queryable, channel: Channel, incoming: Incoming): Promise<void> {
  const { id: channel_id, service_id, settings } = channel
  const person = await channels.takePerson(tx, { channel_id, service_id, address: incoming.from, name: incoming.name })
  const visitor_id = person.id
  const wish = incoming.media === null ? wishOf(incoming.text) : null
  const state = stateOf(channel, person, wish !== null)
  const id = await messages.insertIncoming(tx, { channel_id, visitor_id, state }, incoming)
  if (id === null) return
  await channels.noteWrote(tx, visitor_id, incoming.sent_at)
  const tell = (name: NoticeName, cause: string) =>
    outbox.insertOutgoing(tx, {
      ...{ channel_id, visitor_id, kind: 'notice', cause: `${name} ${cause}`, text: noticeText(name, incoming.text) },
    })
  if (wish !== null) {
    await followWish(tx, visitor_id, wish)
    if (wish === 'stop' && person.opted_out_at !== null) return
    return tell(wish === 'start' ? 'started' : 'stopped', id)
  }
  if (state === 'done') return
  await outbox.releaseOutgoing(tx, visitor_id)
  if ((await messages.countToday(tx, visitor_id)) > settings.daily_per_person) {
    await messages.setState(tx, id, 'done')
    return tell('quota', `${visitor_id} ${today()}`)
  }
  if (state === 'held') await tell('ask_consent', `${visitor_id} ${today()}`)
}

/** Once in each window the person is told by the template that something waits. */
export async function sendTemplate(
  tx: Queryable,
  { channel_id, visitor_id, settings }: { channel_id: string; visitor_id: string; settings: channels.ChannelSettings },
  window: Date | null,
): Promise<void> {
  if (settings.template_name === '') return
  const cause = `template ${visitor_id} ${window?.getTime() ?? 0}`
  await outbox.insertOutgoing(tx, { channel_id, visitor_id, kind: 'template', cause, text: settings.template_name })
}

async function noteStatus(tx: Queryable, channel: Channel, status: Status): Promise<void> {
  const { id: channel_id, settings } = channel
  const { external_id, reference, failed } = status
  if (reference !== null && UUID.test(reference)) await outbox.confirmSent(tx, channel_id, { reference, external_id })
  if (failed === null) return
  const isLate = failed.code === OUTSIDE_WINDOW
  const state = isLate ? 'held' : 'failed'
  const row = await outbox.markUndelivered(tx, channel_id, { external_id, state, error: failed.why })
  if (row === null) return
  await channels.noteError(tx, channel_id, `Meta couldn’t deliver a message: ${failed.why}`)
  const person = { channel_id, visitor_id: row.visitor_id, settings }
  if (isLate && row.kind !== 'template') await sendTemplate(tx, person, new Date(today()))
}

/** Stores all of a delivery that was proven. What a channel gets that is off is let go. */
export async function receive(db: Database, channel: channels.ChannelRow, body: unknown): Promise<void> {
  const found = readDelivery(body, channel.settings.phone_number_id)
  for (const status of found.statuses) await db.transaction().execute((tx) => noteStatus(tx, channel, status))
  if (!channel.enabled) return
  for (const one of found.messages) await db.transaction().execute((tx) => storeMessage(tx, channel, one))
  if (found.messages.length > 0) await channels.noteReceived(db, channel.id)
}
