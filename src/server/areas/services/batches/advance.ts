/**
 * The work on batches that are under way: what has ended is counted, the next items are started, and a batch with nothing left is closed.
 * Any number of processes may do it at once: a batch is started from by one at a time, and each end counts once.
 */

import { ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import type { Json } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { BATCH } from '#contract/services/batch-values.ts'
import type { BatchId } from '#contract/services/batches.ts'
import { type Summary, summarise } from '#findings/summary.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { CLOSED_FAILURE, isRefusal, type OpenOutput } from '#server/areas/runs/runs.ts'
import type { HeldRun, HoldingDeps } from '#server/areas/services/services/held-runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { findBatchById } from './batches.store.ts'
import { queueCallback } from './callbacks.ts'
import * as store from './open-batches.store.ts'
import { giveUp, takeItems } from './start-items.ts'

export interface AdvanceDeps extends HoldingDeps {
  db: Database
  engine: {
    startWith(take: (tx: Database) => Promise<readonly HeldRun[]>): Promise<string[]>
    control(execution_id: string, command: { action: 'cancel' }): Promise<unknown>
    openOutput: OpenOutput
  }
  log: WarningLog
}

const AT_ONCE = 100
/** Bytes of an output that a line of the table is made of; of a larger one the table shows only that it succeeded. */
const MOST_BYTES = 5_000_000
const NOTHING: Summary = { fields: {}, top: '', findings: 0, confidence: null, pages: null }
const DELETED = { code: 'run_deleted', message: 'Its run was deleted before it had ended.' }

async function readLarge({ engine }: AdvanceDeps, key: string): Promise<Json | undefined> {
  const open = await engine.openOutput(key)
  if (!open) return undefined
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of open()) {
    bytes += piece.length
    if (bytes > MOST_BYTES) return undefined
    pieces.push(piece)
  }
  return JSON.parse(Buffer.concat(pieces).toString()) as Json
}

async function summaryOf(deps: AdvanceDeps, { output, output_file, view }: store.EndedRow): Promise<Summary> {
  const whole = output_file === null ? (output as Json) : await readLarge(deps, output_file)
  return whole === undefined ? NOTHING : summarise(whole ?? null, view)
}

/** What is wrong with a document its owner may know, also where the steps are private. */
const reasonOf = (code: string | null, message: string | null): string | null =>
  message === CLOSED_FAILURE && code !== null && code.startsWith('file_') && code in ERRORS
    ? ERRORS[code as ErrorCode].text
    : message

function endOf({ position, execution_id, status, code, message, cost_paise, ms }: store.EndedRow): store.Settled {
  const end = { position, execution_id, cost_paise, ms }
  if (status === null) return { ...end, state: 'failed', ...DELETED }
  if (status === 'failed') return { ...end, state: 'failed', code: code ?? 'failed', message: reasonOf(code, message) }
  return { ...end, state: status, code: null, message: null }
}

/** @returns whether there may be more */
async function settle(deps: AdvanceDeps, id: BatchId): Promise<boolean> {
  const ended = await store.findEnded(deps.db, id, BATCH.in_flight)
  if (ended.length === 0) return false
  const results: store.NewResult[] = []
  for (const row of ended)
    if (row.status === 'succeeded') results.push({ execution_id: row.execution_id, ...(await summaryOf(deps, row)) })
  const names = [...new Set(results.flatMap(({ fields }) => Object.keys(fields)))]
  await deps.db.transaction().execute(async (tx) => {
    await store.settleItems(tx, id, ended.map(endOf))
    await store.insertResults(tx, results)
    await store.addColumns(tx, id, names, BATCH.columns)
  })
  return ended.length === BATCH.in_flight
}

async function cancelRuns({ db, engine }: AdvanceDeps, id: BatchId): Promise<void> {
  for (const run of await store.findRunsUnderWay(db, id, AT_ONCE))
    await engine.control(run, { action: 'cancel' }).catch((error: unknown) => {
      // It ended meanwhile.
      if (!isRefusal(error)) throw error
    })
}

async function close({ db }: AdvanceDeps, id: BatchId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await store.closeBatch(tx, id)
    if (ended === null) return
    const row = await findBatchById(tx, id)
    if (!row) return
    if (row.callback_url !== null) await queueCallback(tx, row)
    if (ended === 'cancelled') return
    const { succeeded, failed } = row.counts
    await notify(tx, row.owner_id, {
      kind: 'batch',
      title: say('{batch}: the batch has finished', { batch: row.name }),
      message:
        failed === 0
          ? say('{count} succeeded.', { count: succeeded })
          : say('{count} succeeded, {failed} failed.', { count: succeeded, failed }),
      href: `/batches/${id}`,
      group: `batch:${id}`,
    })
  })
}

/** Does what can be done now. Never throws: what could not be done is done at the next turn. */
async function advanceBatch(deps: AdvanceDeps, id: BatchId, signal: AbortSignal): Promise<void> {
  const { db, engine, log } = deps
  try {
    while (!signal.aborted && (await settle(deps, id)));
    if (await store.isCancelled(db, id)) await cancelRuns(deps, id)
    else await engine.startWith((tx) => takeItems(deps, tx, id))
    await close(deps, id)
  } catch (err) {
    if (isOutage(err)) return
    log.warn({ err, batch: id }, 'a batch could not continue')
    await engine
      .startWith(async (tx) => {
        await giveUp(tx, id)
        return []
      })
      .catch(() => {})
  }
}

export async function advanceBatches(deps: AdvanceDeps, signal: AbortSignal): Promise<void> {
  for (const id of await store.findOpen(deps.db, AT_ONCE)) {
    if (signal.aborted) return
    await advanceBatch(deps, id, signal)
  }
}
