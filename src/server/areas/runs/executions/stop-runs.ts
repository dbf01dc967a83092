/** Ends runs under way once the right to run them was taken away: a wait of days must not outlive it. */
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { schedulePeriodic } from '#server/platform/jobs/periodic-job.ts'
import { findForbidden, type Scope } from './stop-runs.store.ts'

export interface StoppingDeps {
  engine: { control(id: string, command: { action: 'cancel' }): Promise<unknown> }
  log: { warn(detail: object, message: string): void }
}

/** A run that has ended meanwhile stays as it is. Never throws: what was taken away stays taken away if a run cannot be reached. */
export async function stopRuns({ engine, log }: StoppingDeps, ids: readonly ExecutionId[]): Promise<void> {
  for (const id of ids)
    await engine.control(id, { action: 'cancel' }).catch((err: unknown) => {
      if (err instanceof Error && err.name === 'EngineRefusal') return
      log.warn({ err, execution: id }, 'a run could not be stopped')
    })
}

const AT_ONCE = 500
const EVERY_MS = 15_000

/**
 * Stops runs that may no longer continue, of all users or, right after a right was removed, of one account or agent.
 */
export const stopForbidden = async (
  db: Queryable,
  deps: StoppingDeps,
  scope: Scope = { limit: AT_ONCE },
): Promise<void> => stopRuns(deps, await findForbidden(db, scope))

/**
 * Looks again and again: a run that was started while its right was being taken away, or one whose process ended before it was
 * stopped, was in nobody's list.
 * @returns stops it, after what is under way
 */
export const scheduleForbiddenRunSweep = (db: Database, deps: StoppingDeps): (() => Promise<void>) =>
  schedulePeriodic('runs that nobody may run could not be stopped', EVERY_MS, () => stopForbidden(db, deps), deps.log)
