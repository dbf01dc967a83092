/** Lets go of what went into and came out of a bench: at the time that was stated before its start, or when its owner says so. */
import type { Bench } from '#contract/agents/benches.ts'
import { type FileDeps, removeExpired } from '#server/areas/runs/runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import { advanceBench, advanceBenches, type WorkDeps } from './advance-bench.ts'
import type { OwnBenches } from './benches.policy.ts'
import { lockBench } from './benches.store.ts'
import { getBench, ownBench } from './benches.ts'
import * as store from './purge.store.ts'
import * as runs from './runs.store.ts'

export interface PurgeDeps extends WorkDeps {
  files: FileDeps['files']
  /** Removes from the disk what transactions noted as left over. */
  tidy: () => Promise<void>
}

/** @returns false while something of it is still being stopped */
async function drop(db: Database, bench: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await lockBench(tx, bench)
    if (!row) return true
    if (await store.isUnderWay(tx, bench)) {
      if (row.status === 'running') await runs.noteCancelled(tx, bench)
      return false
    }
    await store.deleteContent(tx, bench)
    if (row.status === 'draft') await store.removeBench(tx, bench)
    else await store.noteDeleted(tx, bench)
    return true
  })
}

/** Cancels it first. What could not be stopped now is stopped and deleted by the next sweep. */
async function purge(deps: PurgeDeps, bench: string): Promise<void> {
  for (let turn = 0; turn < 3 && !(await drop(deps.db, bench)); turn++) await advanceBench(deps, bench)
  await advanceBench(deps, bench)
  await removeExpired(deps)
  await deps.tidy()
}

/**
 * At once, also while it runs. One that has only figures left, or was never started, goes altogether.
 * @returns what is left of it
 * @throws not_found, also for a foreign one
 */
export async function deleteBench(deps: PurgeDeps, grant: OwnBenches, id: string): Promise<Bench | null> {
  const { db } = deps
  const row = await ownBench(db, grant, id)
  if (row.deleted_at) {
    await db.transaction().execute(async (tx) => {
      await store.deleteContent(tx, id)
      await store.removeBench(tx, id)
    })
    return null
  }
  await store.deleteNow(db, id)
  await purge(deps, id)
  return row.status === 'draft' ? null : getBench(db, grant, id)
}

const AT_ONCE = 20

/** Everything that is to be done now: runs that go on, and content whose time has come. */
export async function purgeBenches(deps: PurgeDeps): Promise<void> {
  await advanceBenches(deps)
  for (const bench of await store.findDue(deps.db, AT_ONCE)) await purge(deps, bench)
  for (const bench of await store.findLate(deps.db)) await purge(deps, bench)
}
