/**
 * Sends what is in the outbox. Meta knows no idempotency key, so a message whose request left and whose answer was lost is not sent again:
 * the status that Meta delivers afterwards names it and says that it arrived; without one it stays in doubt, and its owner is told.
 */
import { CHANNEL } from '#contract/services/channel-values.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Outgoing, SendResult, WhatsappApi } from '#server/gateways/whatsapp.ts'
import type { Database } from '#server/platform/database/database.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { openSecrets } from './access.ts'
import { noteError } from './channels.store.ts'
import * as store from './outbox.store.ts'
import { sendTemplate } from './receive.ts'

export interface SendingDeps {
  db: Database
  whatsapp: WhatsappApi
  ring: KeyRing
}

const AT_ONCE = 20
const ROUNDS = 50
/** With pauses that double up to an hour: for more than the day in which it may be sent. */
const MOST_ATTEMPTS = 30
const FIRST_PAUSE_S = 2
const LONGEST_PAUSE_S = 3_600
/** A request takes 15 seconds at most, and a status comes within seconds. */
const IN_DOUBT_AFTER_S = 120
const IN_DOUBT =
  'It isn’t known whether a message was delivered, because the connection to Meta broke while it was sent.'

/** A minute less, because the clocks of Meta and here are two. */
const WINDOW_MS = CHANNEL.window_hours * HOUR_MS - MINUTE_MS

const isOpen = ({ last_wrote_at }: store.SendRow): boolean =>
  last_wrote_at !== null && Date.now() - last_wrote_at.getTime() < WINDOW_MS

/** Free text waits until its person writes again; the template asks them to. */
async function hold(db: Database, row: store.SendRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await store.holdOutgoing(tx, row.id, row.last_wrote_at)
    await sendTemplate(tx, row, row.last_wrote_at)
  })
}

function messageOf({ id, kind, address: to, text, settings }: store.SendRow): Outgoing {
  if (kind !== 'template') return { to, text, reference: id }
  return { to, template: { name: text, language: settings.template_language }, reference: id }
}

async function settle(db: Database, row: store.SendRow, result: SendResult): Promise<void> {
  const { id, channel_id } = row
  if (result.type === 'sent') {
    await store.finishOutgoing(db, id, { state: 'sent', external_id: result.id })
    return noteError(db, channel_id, null)
  }
  // It stays “sending” until Meta reports it, or it is in doubt.
  if (result.type === 'unknown') return
  if (result.type === 'refused' && result.outside_window && row.kind !== 'template') return hold(db, row)
  await noteError(db, channel_id, result.why)
  if (result.type === 'refused' || row.attempts >= MOST_ATTEMPTS)
    return store.finishOutgoing(db, id, { state: 'failed', error: result.why })
  const pause = Math.min(FIRST_PAUSE_S * 2 ** Math.min(row.attempts - 1, 12), LONGEST_PAUSE_S)
  await store.retryOutgoing(db, id, result.after_s ?? pause, result.why)
}

async function sendOne({ db, whatsapp, ring }: SendingDeps, row: store.SendRow, signal: AbortSignal): Promise<void> {
  if (row.opted_out_at !== null && row.kind !== 'notice') return store.finishOutgoing(db, row.id, { state: 'dropped' })
  if (row.kind !== 'template' && !isOpen(row)) return hold(db, row)
  try {
    const { access_token } = openSecrets(ring, row, { id: row.channel_id, owner_id: row.owner_id })
    const access = { phone_number_id: row.settings.phone_number_id, access_token }
    await settle(db, row, await whatsapp.send(access, messageOf(row), signal))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const why = 'The access token can’t be decrypted: the key of this installation has changed. Enter it again.'
    await settle(db, row, { type: 'later', why, after_s: LONGEST_PAUSE_S })
  }
}

/** Sends what is due. What has to wait holds nothing. */
export async function sendOutgoing(deps: SendingDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps
  for (const { channel_id } of await store.markUnknown(db, IN_DOUBT_AFTER_S)) await noteError(db, channel_id, IN_DOUBT)
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    const rows = await store.takeOutgoing(db, AT_ONCE)
    if (rows.length === 0) return
    await Promise.all(rows.map((row) => sendOne(deps, row, signal)))
  }
}
