/** The verbs of batches: made, added to, steered, listed. What starts their runs is in `start-items.ts`. */
import { AppError, ERRORS, fieldError } from '#contract/core/errors.ts'
import type { ServiceId } from '#contract/core/primitives.ts'
import { BATCH, type BatchAction, batchAbility, type ItemProblem } from '#contract/services/batch-values.ts'
import type {
  Batch,
  BatchDetail,
  BatchId,
  BatchItem,
  CreateBatch,
  ItemQuery,
  NewBatchItem,
} from '#contract/services/batches.ts'
import { settleNotices } from '#server/areas/accounts/accounts.ts'
import { findPrice } from '#server/areas/billing/billing.ts'
import { findServiceTarget, runServiceAbility, withoutFileNames } from '#server/areas/runs/runs.ts'
import type { UseServices } from '#server/areas/services/services/services.policy.ts'
import { getService } from '#server/areas/services/services/services.ts'
import { secretMadeAt } from '#server/areas/services/signing/signing.ts'
import { personBehind } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { toStorableJson } from '#server/platform/database/storable-json.ts'
import { countDecided } from './acceptance.store.ts'
import * as store from './batches.store.ts'
import { withDecisions } from './decided-rows.ts'
import * as items from './items.store.ts'
import { presentBatch, presentDetail, presentItem } from './present.ts'

type Use = UseServices

/** Runs that an estimate looks back at. */
const LATEST = 50
/** From here on the pace of the batch itself says how long the rest takes. */
const OWN_PACE_FROM = 10

const BY_PERSON = { code: 'by_person', message: 'You paused this batch.', retry_s: null }

/** Newest first. */
export async function listBatches(
  db: Queryable,
  { on }: Use,
  { service_id, limit, offset }: { service_id?: ServiceId | undefined; limit: number; offset: number },
): Promise<{ items: Batch[]; total: number; limit: number; offset: number }> {
  const of = service_id ?? null
  const [rows, total] = await Promise.all([
    store.findBatches(db, on, { service_id: of, limit, offset }),
    store.countBatches(db, on, of),
  ])
  return { items: rows.map(presentBatch), total, limit, offset }
}

/** @throws not_found */
export async function findOwnBatch(db: Queryable, { on }: Use, id: BatchId): Promise<store.BatchRow> {
  const row = await store.findBatch(db, on, id)
  if (!row) throw new AppError('not_found')
  return row
}

async function estimateOf(db: Queryable, row: store.BatchRow): Promise<BatchDetail['estimate']> {
  const { waiting, started, succeeded, failed } = row.counts
  const left = waiting + started
  if (left === 0 || row.service_id === null || row.status === 'cancelled') return null
  const pace = await store.findPace(db, row.service_id, LATEST)
  const price = pace.agent_version_id === null ? 0 : await findPrice(db, pace.agent_version_id, new Date())
  const paise = Math.round(left * (pace.paise ?? price))
  const ended = succeeded + failed
  if (row.started_at !== null && row.status === 'running' && ended >= OWN_PACE_FROM) {
    const seconds = (Date.now() - row.started_at.getTime()) / 1000
    return { paise, seconds: Math.ceil((left * seconds) / ended) }
  }
  const turns = Math.ceil(left / BATCH.in_flight)
  return { paise, seconds: pace.ms === null ? null : Math.ceil((turns * pace.ms) / 1000) }
}

/** @throws not_found */
export async function getBatch(db: Queryable, grant: Use, id: BatchId): Promise<BatchDetail> {
  const row = await findOwnBatch(db, grant, id)
  const [reasons, estimate, acceptance] = await Promise.all([
    store.findReasons(db, id),
    estimateOf(db, row),
    countDecided(db, id),
  ])
  return presentDetail(row, { reasons, estimate, acceptance })
}

const problemOf = (code: ItemProblem) => ({ code, message: ERRORS[code].text })

/** What a document is called where nobody names it. */
export const nameOfRow = (position: number): string => `Document ${position + 1}`

const newItem = ({ name, input, problem }: NewBatchItem, position: number): items.NewItem => ({
  position,
  name: name ?? nameOfRow(position),
  input: input === undefined ? null : toStorableJson(JSON.stringify(withoutFileNames(input))),
  problem: problem === undefined ? null : problemOf(problem),
})

/** @throws limit_reached */
export async function addItems(tx: Queryable, id: BatchId, added: readonly items.NewItem[]): Promise<void> {
  if (added.some(({ position }) => position >= BATCH.items))
    throw new AppError('limit_reached', {
      message: `A batch can have up to ${BATCH.items.toLocaleString('en')} documents.`,
    })
  await items.insertItems(tx, id, added)
}

/** Within a transaction that has locked the batch. @throws not_found, illegal_transition */
export async function requireDraft(tx: Queryable, grant: Use, id: BatchId): Promise<store.BatchRow> {
  if (!(await store.lockBatch(tx, grant.on, id))) throw new AppError('not_found')
  const row = await findOwnBatch(tx, grant, id)
  if (row.status !== 'draft')
    throw new AppError('illegal_transition', { message: 'Documents can be added until the batch has started.' })
  return row
}

/** A callback is always signed. @throws invalid_input before there is a secret */
async function refuseUnsigned(db: Queryable, { on }: Use, url: string | null | undefined): Promise<void> {
  if (!url || (await secretMadeAt(db, { owner_id: on, service_id: null })) !== null) return
  throw fieldError('callback_url', 'Make a callback secret first. Callbacks are signed with it.')
}

/** @throws not_found, not_runnable, limit_reached, invalid_input */
export async function createBatch(db: Database, grant: Use, wanted: CreateBatch): Promise<BatchDetail> {
  const { service_id, items: given = [], start } = wanted
  if (start && given.length === 0) throw fieldError('items', 'Add documents, or set `start` to false.')
  const service = await getService(db, grant, service_id)
  await refuseUnsigned(db, grant, wanted.callback_url)
  const id = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const batch = {
      owner_id: grant.on,
      created_by: grant.by.type === 'user' ? personBehind(grant.by) : grant.on,
      service_id,
      name: wanted.name ?? service.name,
      cap_paise: wanted.cap_paise ?? null,
      callback_url: wanted.callback_url ?? null,
    }
    const made = await store.insertBatch(tx, batch, BATCH.per_account)
    if (made === null)
      throw new AppError('limit_reached', {
        message: `An account can keep up to ${BATCH.per_account} batches. Delete some first.`,
      })
    if (given.length > 0) await addItems(tx, made, given.map(newItem))
    if (start) await begin(tx, grant, await findOwnBatch(tx, grant, made))
    return made
  })
  return getBatch(db, grant, id)
}

/** @throws not_found, illegal_transition, limit_reached */
export async function addToBatch(
  db: Database,
  grant: Use,
  id: BatchId,
  { items: given, from }: { items: readonly NewBatchItem[]; from: number },
): Promise<BatchDetail> {
  await db.transaction().execute(async (tx) => {
    await requireDraft(tx, grant, id)
    await addItems(
      tx,
      id,
      given.map((item, at) => newItem(item, from + at)),
    )
  })
  return getBatch(db, grant, id)
}

/** @throws not_found */
export async function updateBatch(
  db: Database,
  grant: Use,
  id: BatchId,
  changes: Parameters<typeof store.changeBatch>[2],
): Promise<BatchDetail> {
  await refuseUnsigned(db, grant, changes.callback_url)
  await db.transaction().execute(async (tx) => {
    if (!(await store.lockBatch(tx, grant.on, id))) throw new AppError('not_found')
    await store.changeBatch(tx, id, changes)
  })
  return getBatch(db, grant, id)
}

/** @throws not_runnable while the service can't run */
async function begin(tx: Queryable, { by, on }: Use, row: store.BatchRow): Promise<void> {
  const target = row.service_id && (await findServiceTarget(tx, on, row.service_id))
  if (!target) throw new AppError('not_runnable', { message: 'The service of this batch was deleted.' })
  const { allowed, reason } = runServiceAbility(target)
  if (!allowed) throw new AppError('not_runnable', { message: reason ?? undefined })
  // The person who resumes it answers for it from now on.
  await store.noteRunning(tx, row.id, by.type === 'user' ? personBehind(by) : on)
  await settleNotices(tx, [`batch:${row.id}`])
}

async function act(tx: Queryable, grant: Use, row: store.BatchRow, action: BatchAction): Promise<void> {
  if (action === 'pause') return store.notePaused(tx, row.id, BY_PERSON)
  if (action === 'cancel') return store.noteCancelled(tx, row.id)
  if (action === 'retry' && (await items.requeueFailed(tx, row.id)) === 0)
    throw new AppError('illegal_transition', {
      message: 'None of the failed documents can be run again: they couldn’t be read before they were sent.',
    })
  await begin(tx, grant, row)
}

/** @throws not_found, illegal_transition with the reason, not_runnable */
export async function controlBatch(db: Database, grant: Use, id: BatchId, action: BatchAction): Promise<BatchDetail> {
  await db.transaction().execute(async (tx) => {
    if (!(await store.lockBatch(tx, grant.on, id))) throw new AppError('not_found')
    const row = await findOwnBatch(tx, grant, id)
    const { allowed, reason } = batchAbility(action, row)
    if (!allowed) throw new AppError('illegal_transition', { message: reason ?? undefined })
    await act(tx, grant, row, action)
  })
  return getBatch(db, grant, id)
}

/** Its runs stay. @throws not_found, illegal_transition */
export async function deleteBatch(db: Database, grant: Use, id: BatchId): Promise<{ id: BatchId }> {
  await db.transaction().execute(async (tx) => {
    if (!(await store.lockBatch(tx, grant.on, id))) throw new AppError('not_found')
    const { allowed, reason } = batchAbility('remove', await findOwnBatch(tx, grant, id))
    if (!allowed) throw new AppError('illegal_transition', { message: reason ?? undefined })
    await store.deleteBatch(tx, id)
  })
  return { id }
}

/** @throws not_found, invalid_input for a sort that isn't known */
export async function listItems(
  db: Queryable,
  grant: Use,
  id: BatchId,
  { sort, order, limit, offset, ...filter }: ItemQuery,
): Promise<{ items: BatchItem[]; total: number; limit: number; offset: number }> {
  await findOwnBatch(db, grant, id)
  const by = items.sortOf(sort)
  if (by === null) throw fieldError('sort', 'Sort by one of the columns of the table.')
  const [rows, total] = await Promise.all([
    items.findItems(db, id, filter, { sort: by, order, limit, offset }),
    items.countItems(db, id, filter),
  ])
  return { items: (await withDecisions(db, rows)).map(presentItem), total, limit, offset }
}
