/** Continues steps that waited until an account was connected again. */

import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findEndedAccountWaits } from './account-waits.store.ts'

const AT_ONCE = 200

/** Several processes may do it at the same moment: a wait ends once. */
export async function continueAccountWaits(db: Database, engine: Pick<RunEngine, 'resolveWait'>): Promise<void> {
  for (const id of await findEndedAccountWaits(db, AT_ONCE)) await engine.resolveWait(id, { type: 'account' }, null)
}
