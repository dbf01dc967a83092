/** The verbs of deleting runs. */
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { DeletedRun } from '#contract/runs/execution-deletion.ts'
import { noteIdsOf } from '#server/areas/runs/retention/retention.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { allowLonger, type Database } from '#server/platform/database/database.ts'
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

const deleteIn = (tx: Parameters<typeof store.deleteTree>[0], { on: id }: Grant<'execution.delete', ExecutionId>) =>
  store.deleteTree(tx, id)

const deleteOne = (db: Database, caller: Caller, runToken: string | null, id: ExecutionId): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await allowLonger(tx, DELETING_MS)
    await deleteIn(tx, mayDeleteExecution(caller, runToken, await store.lockDeletable(tx, id)))
  })

/** @throws not_found, forbidden, illegal_transition with the reason */
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
      const code = error.code === 'illegal_transition' ? 'illegal_transition' : 'not_found'
      const { message } = error.code === 'forbidden' ? new AppError('not_found') : error
      results.push({ id, deleted: false, error: { code, message } })
    }
  }
  await removeBytes()
  return { results }
}
