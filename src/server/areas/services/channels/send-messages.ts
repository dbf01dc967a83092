/**
 * Sends what is in the outbox. The services outside know no idempotency key, so a message whose request left and whose answer was lost is
 * not sent again: where a status is delivered afterwards it names the message and says that it arrived; without one it stays in doubt,
 * and its owner is told.
 */

import { NodeError } from '#nodes/node.ts'
import type { FilesPort } from '#nodes/ports.ts'
import type { SendResult } from '#server/gateways/channels/channel-api.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import { openSecrets } from './access.ts'
import { noteError } from './channels.store.ts'
import type { ChannelKind, ChannelKinds, FileToSend } from './kind/kind.ts'
import { noteProblem } from './note-problem.ts'
import * as store from './outbox.store.ts'
import { sendTemplate, stopPerson } from './receive.ts'

export interface SendingDeps {
  db: Database
  /** Of the owners of services. */
  files: Pick<FilesPort, 'open'>
  channels: ChannelKinds
  ring: KeyRing
}

const AT_ONCE = 20
/** Each is in memory three times while it is sent: as it is, in its form and on its way. */
const FILES_AT_ONCE = 3
const ROUNDS = 50
/** With pauses that double up to an hour: for more than the day in which it may be sent on WhatsApp. */
const MOST_ATTEMPTS = 30
/** A file that can’t be read holds up the next messages of its person no longer. */
const FILE_ATTEMPTS = 5
const FIRST_PAUSE_S = 2
const LONGEST_PAUSE_S = 3_600
/** Requests take 90 seconds at most with a file, and a status comes within seconds. */
const IN_DOUBT_AFTER_S = 120
const IN_DOUBT = 'It isn’t known whether a message was delivered, because the connection broke while it was sent.'

const isOpen = ({ window_ms }: ChannelKind, { last_wrote_at }: store.SendRow): boolean =>
  window_ms === null || (last_wrote_at !== null && Date.now() - last_wrote_at.getTime() < window_ms)

/** Free text waits until its person writes again; the template asks them to. */
async function hold(db: Database, row: store.SendRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await store.holdOutgoing(tx, row.id, row.last_wrote_at)
    await sendTemplate(tx, row, row.last_wrote_at)
  })
}

/** The person has blocked the sender, which is no fault of the channel. */
async function dropAll(db: Database, { id, visitor_id }: store.SendRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await store.finishOutgoing(tx, id, { state: 'dropped' })
    await stopPerson(tx, visitor_id)
  })
}

async function noteFailure(db: Database, row: store.SendRow, why: string, isSignedOut: boolean): Promise<void> {
  const { channel_id: id, channel_kind: kind, owner_id, service_id } = row
  if (!isSignedOut) return void (await noteError(db, id, why))
  await db.transaction().execute((tx) => noteProblem(tx, { id, kind, owner_id, service_id }, why))
}

async function settle(db: Database, row: store.SendRow, result: SendResult): Promise<void> {
  const { id, channel_id } = row
  if (result.type === 'sent') {
    await store.finishOutgoing(db, id, { state: 'sent', external_id: result.id })
    return void (await noteError(db, channel_id, null))
  }
  // It stays “sending” until a status reports it, or it is in doubt.
  if (result.type === 'unknown') return
  const isRefused = result.type === 'refused'
  if (isRefused && result.reason === 'outside_window' && row.kind !== 'template') return hold(db, row)
  if (isRefused && result.reason === 'stopped') return dropAll(db, row)
  await noteFailure(db, row, result.why, !isRefused && result.signed_out === true)
  if (isRefused || row.attempts >= MOST_ATTEMPTS)
    return store.finishOutgoing(db, id, { state: 'failed', error: result.why })
  const pause = pauseAfter(row.attempts, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S })
  await store.retryOutgoing(db, id, result.after_s ?? pause, result.why)
}

/** @throws NodeError for one that was deleted meanwhile */
const readFiles = (files: SendingDeps['files'], row: store.SendRow): Promise<FileToSend[]> =>
  Promise.all(
    row.files.map(async ({ file_id, name, mime }) => {
      const file = await files.open(file_id, { owner: { user_id: row.owner_id }, execution_id: null })
      return { name, mime, bytes: await file.read() }
    }),
  )

/** Storage that is away for a moment comes back; what is deleted does not. */
const lostFile = ({ attempts }: store.SendRow, { cause }: NodeError): SendResult =>
  cause !== undefined && attempts < FILE_ATTEMPTS
    ? { type: 'later', why: 'A file of an answer can’t be read at the moment.', after_s: null }
    : { type: 'refused', why: 'A file of an answer was deleted before it was sent.', reason: null }

async function sendOne(deps: SendingDeps, row: store.SendRow, signal: AbortSignal): Promise<void> {
  const { db, channels, ring } = deps
  const kind = channels[row.channel_kind]
  const is_template = row.kind === 'template'
  if (row.opted_out_at !== null && row.kind !== 'notice') return store.finishOutgoing(db, row.id, { state: 'dropped' })
  if (!is_template && !isOpen(kind, row)) return hold(db, row)
  try {
    const { id: reference, address: to, thread, text, settings, envelope } = row
    const secrets = openSecrets(ring, row, { id: row.channel_id, owner_id: row.owner_id })
    const files = await readFiles(deps.files, row)
    const message = { to, thread, text, files, is_template, reference, envelope }
    await settle(db, row, await kind.send({ settings, secrets }, message, signal))
  } catch (error) {
    if (error instanceof NodeError && error.code === 'file_not_found') return settle(db, row, lostFile(row, error))
    if (!(error instanceof Unreadable)) throw error
    const why = 'The token or password can’t be decrypted: the key of this installation has changed. Enter it again.'
    await settle(db, row, { type: 'later', why, after_s: LONGEST_PAUSE_S, signed_out: true })
  }
}

/** Sends what is due. What has to wait holds nothing. */
export async function sendOutgoing(deps: SendingDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps
  for (const { channel_id } of await store.markUnknown(db, IN_DOUBT_AFTER_S)) await noteError(db, channel_id, IN_DOUBT)
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    const [texts, files] = [
      await store.takeOutgoing(db, AT_ONCE, false),
      await store.takeOutgoing(db, FILES_AT_ONCE, true),
    ]
    const rows = [...texts, ...files]
    if (rows.length === 0) return
    await Promise.all(rows.map((row) => sendOne(deps, row, signal)))
  }
}
