/** Reports and counts whose time has passed leave the database within the hour. */

import type { Database } from '#server/platform/database/database.ts'
import { type JobLog, schedulePeriodic } from '#server/platform/jobs/periodic-job.ts'
import { deleteEndedWindows } from '#server/platform/rate-limits/rate-limits.store.ts'
import { HOUR_MS } from '#shared/time.ts'
import { removeOldErrors } from './errors.store.ts'

const EVERY_MS = HOUR_MS
const KEPT = { days: 30, most: 10_000 }

/** @returns stops it, after what is under way */
export function scheduleErrorReportCleanup(db: Database, log: JobLog): () => Promise<void> {
  const tidy = async () => {
    await removeOldErrors(db, KEPT)
    await deleteEndedWindows(db)
  }
  return schedulePeriodic('old reports could not be removed', EVERY_MS, tidy, log)
}
