import type { Database } from '#server/platform/database/database.ts'
import { type ChoreLog, repeat } from '#server/platform/jobs/chore.ts'
import { prepareMonthlyRun } from './payouts.ts'

const EVERY_MS = 3_600_000

/** Makes the payout run of each month. @returns stops it, after what is under way */
export const preparePayouts = (db: Database, log: ChoreLog): (() => Promise<void>) =>
  repeat('the payouts of the month could not be prepared', EVERY_MS, () => prepareMonthlyRun(db), log)
