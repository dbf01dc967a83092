/** Reports and counts whose time has passed leave the database within the hour. */
import type { Database } from '#server/database/database.ts'
import { isOutage } from '#server/database/outage.ts'
import { repeat } from '#server/domain/chore.ts'
import { removeEnded } from '#server/domain/throttle/throttle.store.ts'
import { removeOldErrors } from './errors.store.ts'
import type { ErrorLog } from './errors.ts'

const EVERY_MS = 3_600_000
const KEPT = { days: 30, most: 10_000 }

/** @returns stops it, after what is under way */
export function tidyReports(db: Database, log: ErrorLog): () => Promise<void> {
  const tidy = async () => {
    try {
      await removeOldErrors(db, KEPT)
      await removeEnded(db)
    } catch (err) {
      if (!isOutage(err)) log.warn({ err }, 'old reports could not be removed')
    }
  }
  return repeat(tidy, EVERY_MS)
}
