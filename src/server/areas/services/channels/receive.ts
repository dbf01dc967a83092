/**
 * What is delivered to a channel, once it is proven who delivers: stored before it is acknowledged. A delivery that comes again changes
 * nothing. STOP and START count at once, whatever is being answered.
 */
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as channels from './channels.store.ts'
import type { ChannelSettings, Delivered, Incoming, Status } from './kind/kind.ts'
import { wishOf } from './kind/wishes.ts'
import * as messages from './messages.store.ts'
import { noteProblem } from './note-problem.ts'
import * as outbox from './outbox.store.ts'
import { type NoticeName, noticeText } from './words.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const today = (): string => new Date().toISOString().slice(0, 10)

type Channel = Pick<channels.ChannelRow, 'id' | 'service_id' | 'owner_id' | 'kind' | 'enabled' | 'settings'>

function stateOf({ settings }: Channel, person: channels.PersonRow, isWish: boolean): messages.MessageState {
  if (isWish || person.opted_out_at !== null) return 'done'
  return settings.ask_consent && person.opted_in_at === null ? 'held' : 'waiting'
}

/** Nothing more is answered, and nothing that waits is sent. */
export async function stopPerson(tx: Queryable, visitor: string): Promise<void> {
  await channels.setConsent(tx, visitor, false)
  await messages.dropIncoming(tx, visitor)
  await outbox.dropOutgoing(tx, visitor)
}

async function followWish(tx: Queryable, visitor: string, wish: 'start' | 'stop'): Promise<void> {
  if (wish === 'stop') return stopPerson(tx, visitor)
  await channels.setConsent(tx, visitor, true)
  await messages.releaseIncoming(tx, visitor)
}

/** Who begins with START, as on Telegram, was asked nothing before. */
function noticeFor(wish: 'start' | 'stop', person: channels.PersonRow): NoticeName {
  if (wish === 'stop') return 'stopped'
  return person.last_wrote_at === null ? 'welcome' : 'started'
}

async function storeMessage(tx: Queryable, channel: Channel, incoming: Incoming): Promise<void> {
  const { id: channel_id, service_id, settings } = channel
  const { from: address, name, thread, text } = incoming
  const person = await channels.takePerson(tx, { channel_id, service_id, address, name })
  const visitor_id = person.id
  const wish = incoming.files.length === 0 ? wishOf(text) : null
  const state = stateOf(channel, person, wish !== null)
  const id = await messages.insertIncoming(tx, { channel_id, visitor_id, state }, incoming)
  if (id === null) return
  await channels.noteWrote(tx, visitor_id, incoming.sent_at)
  const tell = (notice: NoticeName, cause: string) => {
    const cause_of = `${notice} ${cause}`
    const made = {
      channel_id,
      visitor_id,
      thread,
      answers: id,
      kind: 'notice' as const,
      text: noticeText(notice, text),
    }
    return outbox.insertOutgoing(tx, { ...made, cause: cause_of })
  }
  if (wish !== null) {
    await followWish(tx, visitor_id, wish)
    if (wish === 'stop' && person.opted_out_at !== null) return
    return tell(noticeFor(wish, person), id)
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
  { channel_id, visitor_id, settings }: { channel_id: string; visitor_id: string; settings: ChannelSettings },
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
  const state = failed.outside_window ? 'held' : 'failed'
  const row = await outbox.markUndelivered(tx, channel_id, { external_id, state, error: failed.why })
  if (row === null) return
  await channels.noteError(tx, channel_id, `A message couldn’t be delivered: ${failed.why}`)
  const person = { channel_id, visitor_id: row.visitor_id, settings }
  if (failed.outside_window && row.kind !== 'template') await sendTemplate(tx, person, new Date(today()))
}

async function stopAt(tx: Queryable, channel: Channel, address: string): Promise<void> {
  const person = await channels.findByAddress(tx, channel.id, address)
  if (person && person.opted_out_at === null) await stopPerson(tx, person.id)
}

/** Stores all of a delivery that was proven. What a channel gets that is off is let go. */
export async function receive(db: Database, channel: Channel, delivered: Delivered): Promise<void> {
  const { messages: written, statuses, stopped, problem } = delivered
  for (const status of statuses) await db.transaction().execute((tx) => noteStatus(tx, channel, status))
  for (const address of stopped) await db.transaction().execute((tx) => stopAt(tx, channel, address))
  if (problem !== null) await db.transaction().execute((tx) => noteProblem(tx, channel, problem))
  if (!channel.enabled) return
  for (const one of written) await db.transaction().execute((tx) => storeMessage(tx, channel, one))
  if (written.length > 0) await channels.noteReceived(db, channel.id)
}
