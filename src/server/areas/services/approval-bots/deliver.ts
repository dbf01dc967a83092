/** Sends questions to the people who may answer them, and keeps what was sent true: no button is left that does nothing. */
import { say } from '#contract/phrases/phrases.ts'
import { findLanguageOf } from '#server/areas/accounts/accounts.ts'
import { findAnswerer, readApproval } from '#server/areas/runs/runs.ts'
import type { SendResult } from '#server/gateways/channels/channel-api.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import { openSecrets } from './access.ts'
import { noteBotError, noteContactError } from './bots.store.ts'
import { compose, wordsAlone } from './compose.ts'
import type { ApprovalKinds } from './kind.ts'
import * as store from './messages.store.ts'
import { noteProblem } from './note-problem.ts'

export interface DeliveryDeps {
  db: Database
  approvalKinds: ApprovalKinds
  ring: KeyRing
  /** Where links lead. */
  publicUrl: string
}

const AT_ONCE = 20
const ROUNDS = 50
const MOST_ATTEMPTS = 30
const FIRST_PAUSE_S = 2
const LONGEST_PAUSE_S = 3_600
/** Requests take 15 seconds at most. */
const IN_DOUBT_AFTER_S = 120

/** What the message says now, in the language of its reader. */
async function composeNow({ db, publicUrl }: Pick<DeliveryDeps, 'db' | 'publicUrl'>, row: store.MessageRow) {
  const [approval, language] = await Promise.all([
    row.wait_id === null ? null : readApproval(db, row.owner_id, row.wait_id),
    findLanguageOf(db, row.person_id ?? row.owner_id),
  ])
  const reader = {
    id: row.id,
    language: language ?? 'en',
    publicUrl,
    isConnected: row.in_channel || row.person_id !== null,
  }
  return compose(approval, reader)
}

const UNREADABLE: SendResult = {
  ...{ type: 'later', after_s: LONGEST_PAUSE_S, signed_out: true },
  why: 'The token can’t be decrypted: the key of this installation has changed. Enter it again.',
}

/** @returns the secrets of its bot; null when nobody can open them any more */
function secretsOf(ring: KeyRing, row: store.MessageRow) {
  try {
    return openSecrets(ring, row, { id: row.bot_id, owner_id: row.owner_id })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return null
  }
}

async function noteFailure(db: Database, row: store.MessageRow, result: SendResult): Promise<void> {
  if (result.type === 'sent') return
  if (result.type === 'later' && result.signed_out === true)
    return db.transaction().execute((tx) => noteProblem(tx, { ...row, id: row.bot_id }, result.why))
  if (result.type === 'refused' && row.contact_id !== null) return noteContactError(db, row.contact_id, result.why)
  await noteBotError(db, row.bot_id, result.why)
}

async function noteWorking(db: Database, { bot_id, contact_id }: store.MessageRow): Promise<void> {
  await noteBotError(db, bot_id, null)
  if (contact_id !== null) await noteContactError(db, contact_id, null)
}

/** Who may not answer any more is told nothing. */
async function isStillMeant(db: Database, row: store.MessageRow): Promise<boolean> {
  if (row.in_channel) return true
  return row.person_id !== null && (await findAnswerer(db, { owner: row.owner_id, person: row.person_id })) !== null
}

async function settle(
  db: Database,
  row: store.MessageRow,
  result: SendResult & { place?: string },
  said: store.Said,
): Promise<void> {
  if (result.type === 'sent') {
    await store.noteSent(db, row.id, { place: result.place ?? row.address, external_id: result.id, said })
    return noteWorking(db, row)
  }
  // It stays “sending”, and is in doubt after two minutes, unless a press tells that it arrived.
  if (result.type === 'unknown') return
  await noteFailure(db, row, result)
  if (result.type === 'refused' || row.attempts >= MOST_ATTEMPTS)
    return store.finish(db, row.id, { state: 'failed', error: result.why })
  const pause = pauseAfter(row.attempts, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S })
  await store.retryLater(db, row.id, result.after_s ?? pause, result.why)
}

const NOTHING_SAID: store.Said = { is_masked: true, has_buttons: false, is_closed: true }

async function sendOne(deps: DeliveryDeps, row: store.MessageRow, signal: AbortSignal): Promise<void> {
  const { db, approvalKinds, ring } = deps
  const [kind, secrets] = [approvalKinds[row.kind], secretsOf(ring, row)]
  if (secrets === null) return settle(db, row, UNREADABLE, NOTHING_SAID)
  if (!row.is_question) {
    const { address, visible_to: person, words } = row
    const result =
      person === null
        ? await kind.post(secrets, address, wordsAlone(words), signal)
        : await kind.whisper(secrets, { place: address, person }, words, signal)
    return settle(db, row, result, NOTHING_SAID)
  }
  const { message, said } = await composeNow(deps, row)
  if (said.is_closed || !(await isStillMeant(db, row)))
    return store.finish(db, row.id, { state: 'dropped', error: null })
  await settle(db, row, await kind.post(secrets, row.address, message, signal), said)
}

async function updateOne(deps: DeliveryDeps, row: store.MessageRow, signal: AbortSignal): Promise<void> {
  const { db, approvalKinds, ring } = deps
  const { id, place, external_id, attempts } = row
  const { message, said } = await composeNow(deps, row)
  const secrets = secretsOf(ring, row)
  if (place === null || external_id === null) return store.noteUpdated(db, id, { ...said, is_closed: true })
  const result =
    secrets === null
      ? UNREADABLE
      : await approvalKinds[row.kind].update(secrets, { place, external_id }, message, signal)
  if (result.type === 'sent') {
    await store.noteUpdated(db, id, said)
    return noteWorking(db, row)
  }
  // A message that its reader deleted has no buttons.
  if (result.type === 'refused' || attempts >= MOST_ATTEMPTS)
    return store.noteUpdated(db, id, { ...said, is_closed: true })
  if (result.type === 'later') await noteFailure(db, row, result)
  const pause = pauseAfter(attempts, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S })
  await store.retryLater(db, id, (result.type === 'later' ? result.after_s : null) ?? pause, result.why)
}

/** Does all that is due. What has to wait holds nothing. */
export async function deliverApprovals(deps: DeliveryDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps
  if (!(await store.hasBots(db))) return
  await store.queueQuestions(db)
  await store.markUnknown(db, IN_DOUBT_AFTER_S)
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    const outdated = await store.takeOutdated(db, AT_ONCE)
    const waiting = await store.takeWaiting(db, AT_ONCE)
    if (outdated.length + waiting.length === 0) return
    await Promise.all([
      ...outdated.map((row) => updateOne(deps, row, signal)),
      ...waiting.map((row) => sendOne(deps, row, signal)),
    ])
  }
}

const DISCONNECTED = say('Approvals are no longer sent here. Open it to decide.')
const CLOSED_AT_ONCE = 50

/** Before a bot is disconnected: what it can’t change afterwards has no buttons any more. What the service outside says stops nothing. */
export async function closeMessages(deps: DeliveryDeps, bot_id: store.MessageRow['bot_id'], signal: AbortSignal) {
  const rows = await store.findAsking(deps.db, bot_id, CLOSED_AT_ONCE)
  await Promise.all(
    rows.map(async (row) => {
      const { place, external_id } = row
      const secrets = secretsOf(deps.ring, row)
      if (secrets === null || place === null || external_id === null) return
      const { message } = await composeNow(deps, row)
      const language = (await findLanguageOf(deps.db, row.person_id ?? row.owner_id)) ?? 'en'
      const closed = { ...message, details: '', decide: null, notes: [DISCONNECTED[language]] }
      await deps.approvalKinds[row.kind].update(secrets, { place, external_id }, closed, signal)
    }),
  )
}
