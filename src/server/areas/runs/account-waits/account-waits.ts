/** Continues steps that waited until an account was connected again. */
import type { Database } from '#server/platform/database/database.ts'
import { findEndedAccountWaits } from './account-waits.store.ts'

const AT_ONCE = 200

/**
 * Several processes may do it at the same moment: a wait ends once.
 * @param end ends a wait, so that its step asks once more
 */
export async function continueAccountWaits(db: Database, end: (wait_id: string) => Promise<unknown>): Promise<void> {
  for (const id of await findEndedAccountWaits(db, AT_ONCE)) await end(id)
}
