import { type ChoreLog, repeat } from '#server/areas/core/chore.ts'
import type { Database } from '#server/database/database.ts'
import { prepareMonthlyRun } from './payouts.ts'

const EVERY_MS = 3_600_000

/** Makes the payout run of each month. @returns stops it, after what is under way */
export const preparePayouts = (db: Database, log: ChoreLog): (() => Promise<void>) =>
  repeat('the payouts of the month could not be prepared', EVERY_MS, () => prepareMonthlyRun(db), log)
