/** Deleting an uploaded document: its bytes, its text and the pictures of its pages. Results of runs that read it are theirs. */
import { AppError } from '#contract/core/errors.ts'
import type { FileId } from '#contract/core/primitives.ts'
import { wasDeleted } from '#server/areas/runs/executions/deletion.store.ts'
import { type DeletionDeps, noteDeletion } from '#server/areas/runs/executions/deletion.ts'
import { noteIdsOf } from '#server/areas/runs/retention/retention.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { mayDeleteFile } from './file-deletion.policy.ts'
import * as store from './file-deletion.store.ts'

async function deleteIn(tx: Queryable, { by, action, on: id }: Grant<'file.delete', FileId>): Promise<void> {
  await store.expireFile(tx, id)
  await noteDeletion(tx, by, action, id)
}

/** Twice it counts once. @throws not_found, forbidden, illegal_transition with what uses it */
export async function deleteFile(
  { db, removeBytes }: DeletionDeps,
  caller: Caller,
  id: FileId,
): Promise<{ deleted: true }> {
  if (caller.type === 'user') await noteIdsOf(db, caller.id)
  await db.transaction().execute(async (tx) => {
    const row = await store.lockDeletable(tx, caller, id)
    if (row === null && caller.type === 'user' && (await wasDeleted(tx, caller.id, 'file.delete', id))) return
    if (row === null) throw new AppError('not_found')
    await deleteIn(tx, mayDeleteFile(caller, row))
  })
  await removeBytes()
  return { deleted: true }
}
