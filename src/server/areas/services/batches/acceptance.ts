/** Decisions about many results of a batch. Each is a transaction of its own, so that what was decided stays decided wherever it stops. */

import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { BatchAcceptance, DecideBatch } from '#contract/runs/acceptance/acceptance.ts'
import { ACCEPTANCE } from '#contract/runs/acceptance/acceptance-values.ts'
import type { BatchId } from '#contract/services/batches.ts'
import { decideIn, wantedOf } from '#server/areas/billing/billing.ts'
import type { RunRecords } from '#server/areas/runs/runs.ts'
import type { UseServices } from '#server/areas/services/services/services.policy.ts'
import { personBehind } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './acceptance.store.ts'
import { findOwnBatch } from './batches.ts'

type Wanted = ReturnType<typeof wantedOf>

/** @returns false for one that was decided meanwhile. @throws insufficient_credits, cap_reached */
async function decideOne(
  db: Database,
  buyer: UserId,
  row: store.DecidableRow,
  { person, wanted, records }: { person: UserId; wanted: Wanted; records: RunRecords },
): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      const isNew = await decideIn(tx, buyer, row.execution_id, { way: 'batch', person, wanted })
      if (isNew) await records.catchUp(tx, row.execution_id)
      return isNew
    })
  } catch (error) {
    if (error instanceof AppError && ['illegal_transition', 'acceptance_ended', 'not_found'].includes(error.code))
      return false
    throw error
  }
}

/** @throws not_found, insufficient_credits, cap_reached */
export async function decideBatchAcceptance(
  { db, records }: { db: Database; records: RunRecords },
  grant: UseServices,
  id: BatchId,
  { execution_ids, ...said }: DecideBatch,
): Promise<BatchAcceptance> {
  await findOwnBatch(db, grant, id)
  const by = { person: grant.by.type === 'user' ? personBehind(grant.by) : grant.on, wanted: wantedOf(said), records }
  const rows = await store.findDecidable(db, id, execution_ids ?? null, ACCEPTANCE.at_once)
  const end = performance.now() + ACCEPTANCE.work_ms
  let decided = 0
  let decided_paise = 0
  for (const row of rows) {
    if (performance.now() > end) break
    if (!(await decideOne(db, grant.on, row, by))) continue
    decided++
    decided_paise += row.price_paise
  }
  const { waiting, waiting_paise } = await store.countDecided(db, id)
  return { decided, decided_paise, waiting, waiting_paise }
}
