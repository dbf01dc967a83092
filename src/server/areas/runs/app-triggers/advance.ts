/** Looks at what is due: polls lists, asks services to deliver, and ends what is not wanted any more. */

import { NodeError } from '#nodes/node.ts'
import { writeNotices } from '#server/areas/accounts/accounts.ts'
import { isPieceId, type TriggerPort } from '#server/areas/connectors/connectors.ts'
import { workInLanes } from '#server/platform/jobs/lanes.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import type { AdvanceParts } from './advance-parts.ts'
import * as store from './app-triggers.store.ts'
import { hookAddress } from './hook-address.ts'
import { disablePiece, lookAtPiece, tryToDisable } from './look-at-piece.ts'
import { inputsOf, nextLookIn } from './look-settings.ts'
import { leftNotice, stopNotice } from './notices.ts'
import { dropUnread } from './piece-triggers.store.ts'
import { nameOfApp } from './present.ts'
import { leaveSubscription } from './problems.store.ts'
import { NO_SECRET, openSecret, sealSecret } from './secrets.ts'

/** Looks of this process at a time. */
const AT_ONCE = 6
/** One look ends before others may take it over. */
const LOOK_MS = 120 * SECOND_MS
/** Refused so often one after the other, a trigger stops. */
const MOST_REFUSALS = 3
const FIRST_PAUSE_S = 30
const LONGEST_PAUSE_S = HOUR_MS / SECOND_MS
/** Tries to end a subscription at a service that refuses it, over about a day. */
const MOST_ENDINGS = 30
const SOON_S = 2

const backoff = (failures: number): number =>
  pauseAfter(failures + 1, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S })

async function poll({ db, triggers }: AdvanceParts, row: store.AppTriggerRow, signal: AbortSignal): Promise<void> {
  const polled = await triggers.poll(row.watched, row.owner_id, row.seen, signal)
  if (polled.type === 'later') return store.postpone(db, row.id, new Date(polled.until), polled.message)
  const { fresh, seen, more } = polled
  // What is new and what is known change together: cut off in between, nothing has happened.
  await db.transaction().execute(async (tx) => {
    const next_s = more ? SOON_S : nextLookIn(row)
    if (await store.keepLook(tx, row, { seen, found: fresh.length > 0, next_s }))
      await store.insertItems(tx, row, inputsOf(row, fresh))
  })
}

async function subscribe(
  { db, triggers, ring, publicUrl }: AdvanceParts,
  row: store.AppTriggerRow,
  signal: AbortSignal,
) {
  const again = await store.noteAsked(db, row.id)
  const to = { address: hookAddress(publicUrl, row.token), secret: openSecret(ring, row), again }
  const subscribed = await triggers.subscribe(row.watched, row.owner_id, to, signal)
  if ('type' in subscribed) return store.postpone(db, row.id, new Date(subscribed.until), subscribed.message)
  const { secret } = subscribed
  await store.keepSubscription(db, row, {
    ...subscribed,
    secret: secret === null ? NO_SECRET : sealSecret(ring, secret, row),
  })
}

/** The service may deliver on and on, to an address that answers nothing: its owner is told why. */
async function leave({ db, triggers, log }: AdvanceParts, row: store.AppTriggerRow, error: NodeError): Promise<void> {
  log.warn({ err: error, app_trigger: row.id }, 'a subscription at an app could not be ended')
  const name = await nameOfApp(triggers, row.watched, row.owner_id)
  await db.transaction().execute(async (tx) => {
    if (await leaveSubscription(tx, row.id, error.message))
      await writeNotices(tx, [leftNotice({ ...row, integration: row.watched.integration, app: name }, error.message)])
  })
}

type Ended = Awaited<ReturnType<TriggerPort['unsubscribe']>>

/** Null for what was never made at the service. */
function endingOf(parts: AdvanceParts, row: store.AppTriggerRow, signal: AbortSignal): Promise<Ended> | null {
  const { triggers, publicUrl } = parts
  if (isPieceId(row.watched.integration)) {
    if (row.package_id === null) return null
    // Nothing is left at a service by one that only looks, or that never came to subscribe.
    const leavesNothing = row.kind === 'polling' || row.remote === null
    return (leavesNothing ? tryToDisable : disablePiece)(parts, row, signal).then(() => 'ended')
  }
  if (row.kind !== 'webhook' || row.remote === null) return null
  const from = { address: hookAddress(publicUrl, row.token), remote: row.remote }
  return triggers.unsubscribe(row.watched, row.owner_id, from, signal)
}

async function end(parts: AdvanceParts, row: store.AppTriggerRow, signal: AbortSignal): Promise<void> {
  const { db } = parts
  await dropUnread(db, row.id, 'The workflow was switched off before it could start.')
  const gone = async () => {
    if (!(await store.removeEnded(db, row.id))) await store.postpone(db, row.id, new Date(Date.now() + 5000), '')
  }
  const ending = endingOf(parts, row, signal)
  if (!ending) return gone()
  try {
    const ended = await ending
    if (ended !== 'ended') return store.postpone(db, row.id, new Date(ended.until), ended.message)
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    // What the service does not know is ended. Without its account it can't be asked.
    if (!/ \(404\)| \(410\)/.test(error.message)) {
      const isHopeless = row.watched.credential !== null && row.credential_id === null
      if (!isHopeless && row.failures + 1 < MOST_ENDINGS) throw error
      return leave(parts, row, error)
    }
  }
  await gone()
}

async function fail({ db, log }: AdvanceParts, row: store.AppTriggerRow, error: unknown): Promise<void> {
  if (!(error instanceof NodeError)) log.warn({ err: error, app_trigger: row.id }, 'an app could not be watched')
  const why = error instanceof NodeError ? error.message : 'It could not be checked because of a fault here.'
  const refused = error instanceof NodeError && !error.retryable && !/^(?:http|piece)_timeout$/.test(error.code)
  const stops = refused && row.state !== 'ending' && row.refusals + 1 >= MOST_REFUSALS
  await db.transaction().execute(async (tx) => {
    const next_s = stops ? null : backoff(row.failures)
    const kept = await store.keepFailure(tx, row.id, { error: why, next_s, refused })
    const { workflow_id, workflow_name, owner_id } = row
    if (stops && kept && workflow_id !== null && workflow_name !== null)
      await writeNotices(tx, [stopNotice({ owner_id, workflow_id, workflow_name }, why)])
  })
}

async function look(parts: AdvanceParts, row: store.AppTriggerRow, stop: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LOOK_MS)])
  try {
    if (row.state === 'ending') await end(parts, row, signal)
    else if (isPieceId(row.watched.integration)) await lookAtPiece(parts, row, signal)
    else if (row.kind === 'polling') await poll(parts, row, signal)
    else await subscribe(parts, row, signal)
  } catch (error) {
    // A process that stops leaves it to another one.
    if (!stop.aborted) await fail(parts, row, error)
  }
}

/** Looks at all that is due, a few at a time; a slow app holds up nobody else. */
export async function advanceAppTriggers(parts: AdvanceParts, stop: AbortSignal): Promise<void> {
  const claim = () => store.takeDue(parts.db)
  await workInLanes({ claim, work: (row) => look(parts, row, stop), lanes: AT_ONCE, look_ms: SECOND_MS }, stop)
}
