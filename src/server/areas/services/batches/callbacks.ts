/**
 * What is told to the address of a batch when it ends: stored with the end, sent afterwards, and again with pauses that double until it
 * is accepted, for about a day. Receivers tell a repeat by its id.
 */

import { AppError } from '#contract/core/errors.ts'
import { type BatchId, Callback, type CallbackSecret } from '#contract/services/batches.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpPort } from '#nodes/ports.ts'
import type { UseServices } from '#server/areas/services/services/services.policy.ts'
import {
  askForSecret,
  openSigningSecrets,
  renewSigningSecret,
  secretMadeAt,
  signatureOf,
} from '#server/areas/services/signing/signing.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { BatchRow } from './batches.store.ts'
import { findOwnBatch } from './batches.ts'
import * as store from './callbacks.store.ts'
import { totalOf } from './present.ts'

type Use = UseServices

export interface CallbackDeps {
  db: Database
  ring: KeyRing
  http: HttpPort
}

const AT_ONCE = 10
const TIMEOUT_MS = 10_000
const LEASE_S = 60
const FIRST_PAUSE_S = 10
const LONGEST_PAUSE_S = 3 * 3600
/** With these pauses about a day. */
const MOST_ATTEMPTS = 18
const SENDS_AN_HOUR = 60

/** In the transaction in which the batch ends. */
export async function queueCallback(tx: Queryable, row: BatchRow): Promise<void> {
  if (row.callback_url === null) return
  const id = uuidv7()
  const body = {
    id,
    type: `batch.${row.status}`,
    created_at: new Date().toISOString(),
    data: {
      ...{ batch_id: row.id, name: row.name, service_id: row.service_id, status: row.status },
      ...{ total: totalOf(row), counts: row.counts, spent_paise: row.spent_paise },
    },
  }
  await store.insertCallback(tx, row.id, id, row.callback_url, JSON.stringify(body))
}

const present = (row: store.CallbackRow): Callback =>
  Callback.parse({
    ...row,
    next_at: row.status === 'waiting' ? row.next_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
  })

/** @throws not_found */
export async function listCallbacks(db: Queryable, grant: Use, id: BatchId, query: { limit: number; offset: number }) {
  await findOwnBatch(db, grant, id)
  const { rows, total } = await store.findCallbacks(db, id, query)
  return { items: rows.map(present), total, ...query }
}

/** @throws not_found, too_many_requests */
export async function resendCallback(db: Database, grant: Use, id: BatchId, delivery: string): Promise<Callback> {
  await findOwnBatch(db, grant, id)
  await enforceRateLimit(
    db,
    [rateLimitFor('callback', { key: grant.on, shared: false }, SENDS_AN_HOUR)],
    'You’ve sent many callbacks again',
  )
  const row = await store.requeueCallback(db, id, delivery)
  if (!row) throw new AppError('not_found')
  return present(row)
}

const ofCallbacks = ({ on }: Use) => ({ owner_id: on, service_id: null })

export const getCallbackSecret = async (db: Queryable, grant: Use): Promise<CallbackSecret> => ({
  created_at: (await secretMadeAt(db, ofCallbacks(grant)))?.toISOString() ?? null,
  secret: null,
})

/** @throws too_many_requests */
export const renewCallbackSecret = (db: Database, ring: KeyRing, grant: Use): Promise<CallbackSecret> =>
  askForSecret(db, grant.on, async (tx) => {
    const secret = await renewSigningSecret(tx, ring, ofCallbacks(grant))
    return { ...(await getCallbackSecret(tx, grant)), secret }
  })

async function sendOne({ db, ring, http }: CallbackDeps, due: store.DueCallback, signal: AbortSignal): Promise<void> {
  const failed = (last_status: number | null, last_error: string) =>
    store.noteOutcome(db, due, {
      status: due.attempts >= MOST_ATTEMPTS ? 'failed' : 'waiting',
      ...{
        last_status,
        last_error: last_error.slice(0, 500),
        pause_s: pauseAfter(due.attempts, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S }),
      },
    })
  try {
    const body = JSON.stringify(due.body)
    const secrets = await openSigningSecrets(db, ring, { owner_id: due.owner_id, service_id: null })
    const { status } = await http(
      {
        method: 'POST',
        url: due.url,
        headers: {
          'content-type': 'application/json',
          'x-webhook-id': due.id,
          ...(secrets.length > 0 && { 'x-webhook-signature': signatureOf(secrets, body, new Date()) }),
        },
        body,
        timeout_ms: TIMEOUT_MS,
        redirects: 'refuse',
      },
      signal,
    )
    if (status >= 200 && status < 300)
      return await store.noteOutcome(db, due, { status: 'delivered', last_status: status })
    await failed(status, `The address answered with status ${status}.`)
  } catch (error) {
    if (error instanceof NodeError) return failed(null, error.message)
    if (error instanceof Unreadable) return failed(null, 'The secret can’t be read any more. Make a new one.')
    throw error
  }
}

/** Sends what is due. What a process has taken and didn’t finish is due again after a minute. */
export async function sendCallbacks(deps: CallbackDeps, signal: AbortSignal): Promise<void> {
  const due = await store.takeDue(deps.db, AT_ONCE, LEASE_S)
  await Promise.all(due.map((one) => sendOne(deps, one, signal)))
}
