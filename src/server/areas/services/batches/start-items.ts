/**
 * Starts the next items of a batch. The engine stores their runs in the transaction that notes them here and holds what they cost, so
 * that no crash loses an item or starts it twice. A document that doesn’t fit is a failed item; whatever else refuses a run would refuse
 * the next one, too, and pauses the batch.
 */

import { AppError } from '#contract/core/errors.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import { say, translated } from '#contract/phrases/phrases.ts'
import { BATCH } from '#contract/services/batch-values.ts'
import type { BatchId } from '#contract/services/batches.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { rupees } from '#server/areas/billing/billing.ts'
import { refusalReason } from '#server/areas/services/services/due-schedules.ts'
import { type HeldRun, type HoldingDeps, holdRun } from '#server/areas/services/services/held-runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import { noteRunning, notePaused as storePause } from './batches.store.ts'
import * as store from './open-batches.store.ts'

interface Pause {
  code: string
  message: string
  /** After so long it is tried again; null: when a person resumes it. */
  retry_s: number | null
}

/** Refusals that pass when money comes in or a day ends. */
const MONEY: readonly string[] = ['insufficient_credits', 'cap_reached']
const RETRY_MONEY_S = 10
const RETRY_FAULT_S = 60

/** What is wrong with one document alone. */
const OF_ITEM: readonly string[] = ['invalid_input']

const NO_SERVICE: Pause = {
  code: 'service_deleted',
  message: 'The service of this batch was deleted.',
  retry_s: null,
}
const NO_MEMBER: Pause = {
  code: 'member_removed',
  message: 'The person who started this batch may no longer run things in this workspace. Resume it to take it over.',
  retry_s: null,
}
const NO_ACCOUNT: Pause = { code: 'account_inactive', message: 'The account is not active.', retry_s: null }
const FAULT: Pause = {
  code: 'server_error',
  message: 'Runs couldn’t be started because of an error on our side, which has been reported.',
  retry_s: RETRY_FAULT_S,
}

const pauseOf = ({ code, message }: AppError): Pause => ({
  code: code === 'not_found' ? NO_SERVICE.code : code,
  message: code === 'not_found' ? NO_SERVICE.message : message,
  retry_s: MONEY.includes(code) ? RETRY_MONEY_S : null,
})

/** The owner is told when it pauses, not at every attempt after that. */
async function pause(tx: Database, row: store.OpenRow, why: Pause): Promise<void> {
  await storePause(tx, row.id, why)
  if (row.status === 'paused') return
  await notify(tx, row.owner_id, {
    kind: 'batch',
    title: say('{batch}: the batch is paused', { batch: row.name }),
    message: translated(why.message),
    href: `/batches/${row.id}`,
    group: `batch:${row.id}`,
  })
}

/** @throws AppError with why it is not started; then nothing of it may be kept */
async function begin(deps: HoldingDeps, tx: Database, row: Ready, item: store.WaitingRow): Promise<HeldRun> {
  const run = await holdRun(deps, tx, row, {
    service_id: row.service_id,
    input: JsonObject.parse(item.input),
    trigger: 'batch',
    priority: 'low',
    started_by: row.created_by === row.owner_id ? null : row.created_by,
  })
  await store.noteStarted(tx, row.id, item.position, run.execution_id)
  if (row.cap_paise !== null && (await store.sumCosts(tx, row.id)) > row.cap_paise)
    throw new AppError('cap_reached', {
      message: `The next document would exceed the maximum of this batch, ${rupees(row.cap_paise)}. Raise it to go on.`,
    })
  return run
}

type Ready = store.OpenRow & {
  service_id: NonNullable<store.OpenRow['service_id']>
  role: NonNullable<store.OpenRow['role']>
}

/** What stops the whole batch before any item is looked at. */
function obstacleOf({ service_id, role, is_member }: store.OpenRow): Pause | null {
  if (service_id === null) return NO_SERVICE
  if (role === null) return NO_ACCOUNT
  return is_member ? null : NO_MEMBER
}

const isReady = (row: store.OpenRow): row is Ready => row.service_id !== null && row.role !== null

/** @returns the run, null for an item that failed, or why the batch pauses */
async function takeOne(
  deps: HoldingDeps,
  tx: Database,
  row: Ready,
  item: store.WaitingRow,
): Promise<HeldRun | Pause | null> {
  await store.createSavepoint(tx)
  try {
    const run = await begin(deps, tx, row, item)
    await store.releaseSavepoint(tx)
    return run
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await store.rollbackToSavepoint(tx)
    if (!OF_ITEM.includes(error.code)) return pauseOf(error)
    await store.noteRefused(tx, row.id, item.position, { code: error.code, message: refusalReason(error) })
    return null
  }
}

/** In the engine’s transaction, which stores the runs it returns. */
export async function takeItems(deps: HoldingDeps, tx: Database, id: BatchId): Promise<HeldRun[]> {
  const row = await store.lockOpen(tx, id)
  if (!row || !(row.status === 'running' || (row.status === 'paused' && row.is_due))) return []
  const room = BATCH.in_flight - row.in_flight
  const waiting = room > 0 ? await store.findWaiting(tx, id, room) : []
  if (waiting.length === 0) return []
  const obstacle = obstacleOf(row)
  if (obstacle !== null || !isReady(row)) {
    await pause(tx, row, obstacle ?? NO_SERVICE)
    return []
  }
  const started: HeldRun[] = []
  for (const item of waiting) {
    const taken = await takeOne(deps, tx, row, item)
    if (taken === null) continue
    if ('retry_s' in taken) {
      await pause(tx, row, taken)
      return started
    }
    started.push(taken)
  }
  if (row.status === 'paused') await noteRunning(tx, id, null)
  return started
}

/** After a fault of ours: it is tried again in a minute. */
export async function giveUp(tx: Database, id: BatchId): Promise<void> {
  const row = await store.lockOpen(tx, id)
  if (row) await pause(tx, row, FAULT)
}
