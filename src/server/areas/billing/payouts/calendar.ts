import type { Database } from '#server/platform/database/database.ts'
import { type JobLog, schedulePeriodic } from '#server/platform/jobs/periodic-job.ts'
import { HOUR_MS } from '#shared/time.ts'
import { prepareMonthlyRun } from './payouts.ts'

const EVERY_MS = HOUR_MS

/** Makes the payout run of each month. @returns stops it, after what is under way */
export const scheduleMonthlyPayouts = (db: Database, log: JobLog): (() => Promise<void>) =>
  schedulePeriodic('the payouts of the month could not be prepared', EVERY_MS, () => prepareMonthlyRun(db), log)
