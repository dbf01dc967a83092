/** Reports and counts whose time has passed leave the database within the hour. */

import type { Database } from '#server/platform/database/database.ts'
import { deleteEndedWindows } from '#server/platform/rate-limits/rate-limits.store.ts'
import { removeOldErrors } from './errors.store.ts'

const KEPT = { days: 30, most: 10_000 }

/** Deletes old error reports, and counts of rate limits whose window has ended. */
export async function deleteOldErrorReports(db: Database): Promise<void> {
  await removeOldErrors(db, KEPT)
  await deleteEndedWindows(db)
}
