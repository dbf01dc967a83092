/** Calls of apps are kept for 90 days. */
import type { Database } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { deleteAppCallsBefore } from './app-calls.store.ts'

const KEPT_MS = 90 * DAY_MS
const AT_ONCE = 5000

/** May be cut off at any time, and done by several processes at once. */
export async function deleteOldAppCalls(db: Database): Promise<void> {
  const before = new Date(Date.now() - KEPT_MS)
  while ((await deleteAppCallsBefore(db, before, AT_ONCE)) === AT_ONCE);
}
