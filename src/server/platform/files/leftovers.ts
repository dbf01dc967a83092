/** Removes from the storage what transactions queued for removal. */

import { AppError } from '#contract/core/errors.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { findLeftovers, isBackupUnderWay, noteRemoved } from './leftovers.store.ts'

export interface LeftoverDeps {
  db: Database
  objects: Pick<ObjectStore, 'remove'>
  log: WarningLog
}

const BATCH = 100

/** Removes a path. One that the storage refuses stays in the queue and keeps none of the others. @throws unavailable while the storage is away */
async function removeOne({ db, objects, log }: LeftoverDeps, path: string): Promise<void> {
  try {
    await objects.remove(path)
  } catch (err) {
    if (err instanceof AppError) throw err
    log.warn({ err, path }, 'deleted content is still in the storage; it is tried again')
    return
  }
  await noteRemoved(db, path)
}

/**
 * Removes all that is queued; while a backup is made, nothing, because it copies what its moment of the database names. What fails is
 * tried again the next time.
 * @throws unavailable while the storage is away
 */
export async function removeLeftovers(deps: LeftoverDeps): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const paths: string[] = await findLeftovers(deps.db, after, BATCH)
    // Asked after that: the moment of a backup that begins now knows already that these are deleted.
    if (await isBackupUnderWay(deps.db)) return
    for (const path of paths) await removeOne(deps, path)
    after = paths.length < BATCH ? undefined : paths.at(-1)
  }
}
