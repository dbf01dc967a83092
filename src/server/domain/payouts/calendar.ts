import type { Database } from '#server/database/database.ts'
import { isOutage } from '#server/database/outage.ts'
import { repeat } from '#server/domain/chore.ts'
import type { ErrorLog } from '#server/domain/errors/errors.ts'
import { prepareMonthlyRun } from './payouts.ts'

const EVERY_MS = 3_600_000

/** Makes the payout run of each month. @returns stops it, after what is under way */
export function preparePayouts(db: Database, log: ErrorLog): () => Promise<void> {
  const prepare = async () => {
    try {
      await prepareMonthlyRun(db)
    } catch (err) {
      if (!isOutage(err)) log.warn({ err }, 'the payouts of the month could not be prepared')
    }
  }
  return repeat(prepare, EVERY_MS)
}
