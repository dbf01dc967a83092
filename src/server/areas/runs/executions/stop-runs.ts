/** Ends runs under way once the right to run them was taken away: a wait of days must not outlive it. */

import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { EngineRefusal } from '#server/platform/engine-refusal.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { findForbidden, type Scope } from './stop-runs.store.ts'

export interface StoppingDeps {
  engine: { control(id: string, command: { action: 'cancel' }): Promise<unknown> }
  log: WarningLog
}

/** A run that has ended meanwhile stays as it is. Never throws: what was taken away stays taken away if a run cannot be reached. */
export async function stopRuns({ engine, log }: StoppingDeps, ids: readonly ExecutionId[]): Promise<void> {
  for (const id of ids)
    await engine.control(id, { action: 'cancel' }).catch((err: unknown) => {
      if (err instanceof EngineRefusal) return
      log.warn({ err, execution: id }, 'a run could not be stopped')
    })
}

const AT_ONCE = 500

/**
 * Stops runs that may no longer continue, of all users or, right after a right was removed, of one account or agent.
 */
export const stopForbidden = async (
  db: Queryable,
  deps: StoppingDeps,
  scope: Scope = { limit: AT_ONCE },
): Promise<void> => stopRuns(deps, await findForbidden(db, scope))
