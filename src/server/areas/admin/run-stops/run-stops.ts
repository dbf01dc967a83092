/** Ends all runs of an agent, an owner or a workflow: stored at once, worked off in slices by a job. */
import type { RunStop } from '#contract/admin/run-stops.ts'
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { type StoppingDeps, stopRuns } from '#server/areas/runs/runs.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { mayStopRuns } from './run-stops.policy.ts'
import * as store from './run-stops.store.ts'

type StopGrant = ReturnType<typeof mayStopRuns>

const present = ({ target_id, name, created_at, finished_at, ...row }: store.StopRow): RunStop => ({
  ...row,
  target: { id: target_id, name },
  created_at: created_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
})

export async function countRunsToStop(db: Queryable, { on: { scope, id, name } }: StopGrant) {
  return { name, runs: await store.countRuns(db, scope, id) }
}

/** @throws already_exists while an earlier one is under way, illegal_transition without a run to stop */
export async function startRunStop(db: Database, { on, action }: StopGrant, reason: string): Promise<RunStop> {
  const { scope, id: target, by } = on
  const found = await store.countRuns(db, scope, target)
  if (found === 0) throw new AppError('illegal_transition', { message: 'No runs are under way.' })
  return db.transaction().execute(async (tx) => {
    const id = await store.insertStop(tx, { scope, target, reason, by, found })
    if (id === null) throw new AppError('already_exists', { message: 'These runs are already being stopped.' })
    await insertAudit(tx, {
      actor_id: by,
      action,
      target_id: target,
      reason,
      details: { scope, runs: found, stop: id },
    })
    const stored = await store.findStop(tx, id)
    if (stored === null) throw new Error('Run stop missing after insert')
    return present(stored)
  })
}

/** Newest first. */
export async function listRunStops(
  db: Queryable,
  _grant: Grant<'run_stop.list', UserId>,
  page: { limit: number; offset: number },
) {
  const { rows, total } = await store.findStops(db, page)
  return { items: rows.map(present), total, ...page }
}

const AT_ONCE = 500
/** Runs that were just being started are found by the second one. */
const PASSES = 3
/** Of one slice: each ends in a transaction of its own. */
const SIDE_BY_SIDE = 4

/** One part of the slice after the other, a few side by side. */
async function stopSlice(deps: StoppingDeps, ids: readonly ExecutionId[]): Promise<void> {
  const share = Math.ceil(ids.length / SIDE_BY_SIDE)
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, (_, at) => stopRuns(deps, ids.slice(at * share, (at + 1) * share))),
  )
}

/**
 * Works off the stops under way, a slice of each in turn. A run that cannot be reached is tried again, and then left: it is in the log.
 */
export async function continueRunStops(db: Queryable, deps: StoppingDeps, isOurs: () => boolean): Promise<void> {
  for (;;) {
    const open = await store.findOpenStops(db)
    if (open.length === 0) return
    for (const stop of open) {
      if (!isOurs()) return
      const ids = await store.findRuns(db, stop, AT_ONCE)
      const last = ids.at(-1)
      if (last === undefined) {
        const isDone = stop.after_run === null || stop.passes + 1 >= PASSES
        await (isDone ? store.finishStop : store.startPass)(db, stop.id)
        continue
      }
      await stopSlice(deps, ids)
      await store.storeProgress(db, stop.id, last, await store.countEnded(db, ids))
    }
  }
}
