/** The verbs of deleting runs. */
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { DeletedRun } from '#contract/runs/execution-deletion.ts'
import { noteIdsOf } from '#server/areas/runs/retention/retention.ts'
import { type Caller, memberOf } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import { allowLonger, type Database, type Queryable } from '#server/platform/database/database.ts'
import { mayDeleteExecution } from './deletion.policy.ts'
import * as store from './deletion.store.ts'

/** Removes files and stored outputs from the disk at once. What fails here is removed by the periodic jobs. */
export type RemoveBytes = () => Promise<void>

export interface DeletionDeps {
  db: Database
  removeBytes: RemoveBytes
}

/** Per statement: a run can have thousands of steps. */
const DELETING_MS = 30_000

/** Writes down who deleted what: ids alone. A visitor is nobody. */
export async function noteDeletion(tx: Queryable, caller: Caller, action: string, id: string): Promise<void> {
  if (caller.type !== 'user') return
  const actor_id = memberOf(caller) ?? caller.id
  await insertAudit(tx, { actor_id, action, target_id: id, reason: null, details: { account: caller.id } })
}

async function deleteIn(tx: Queryable, { by, action, on: id }: Grant<'execution.delete', ExecutionId>): Promise<void> {
  await store.deleteTrees(tx, [id])
  await noteDeletion(tx, by, action, id)
}

/** Deleted again, a run gets the same answer. */
const deleteOne = (db: Database, caller: Caller, runToken: string | null, id: ExecutionId): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await allowLonger(tx, DELETING_MS)
    const row = await store.lockDeletable(tx, id)
    const isGone = row === null && caller.type === 'user'
    if (isGone && (await store.wasDeleted(tx, caller.id, 'execution.delete', id))) return
    await deleteIn(tx, mayDeleteExecution(caller, runToken, row))
  })

/** Twice it counts once. @throws not_found, forbidden, illegal_transition with the reason */
export async function deleteExecution(
  { db, removeBytes }: DeletionDeps,
  caller: Caller,
  runToken: string | null,
  id: ExecutionId,
): Promise<{ deleted: true }> {
  if (caller.type === 'user') await noteIdsOf(db, caller.id)
  await deleteOne(db, caller, runToken, id)
  await removeBytes()
  return { deleted: true }
}

/** Each in a transaction of its own: one that cannot be deleted keeps none of the others. */
export async function deleteExecutions(
  { db, removeBytes }: DeletionDeps,
  caller: Caller,
  ids: readonly ExecutionId[],
): Promise<{ results: DeletedRun[] }> {
  const results: DeletedRun[] = []
  if (caller.type === 'user') await noteIdsOf(db, caller.id)
  for (const id of ids) {
    try {
      await deleteOne(db, caller, null, id)
      results.push({ id, deleted: true, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A member sees the runs of the others, and is told whose it is; to anyone else it does not exist.
      const isColleague = error.code === 'forbidden' && caller.type === 'user' && caller.workspace !== undefined
      const code = error.code === 'illegal_transition' || isColleague ? 'illegal_transition' : 'not_found'
      const { message } = error.code === 'forbidden' && !isColleague ? new AppError('not_found') : error
      results.push({ id, deleted: false, error: { code, message } })
    }
  }
  await removeBytes()
  return { results }
}
