import type { Database } from '#server/database/database.ts'
import { isOutage } from '#server/database/outage.ts'
import { repeat } from '#server/domain/chore.ts'
import type { ErrorLog } from '#server/domain/errors/errors.ts'
import { issueDue } from './issue.ts'

const EVERY_MS = 600_000

/** Issues what is due, also for those who do not look. @returns stops it, after what is under way */
export function issueInvoices(db: Database, log: ErrorLog): () => Promise<void> {
  const issue = async () => {
    try {
      await issueDue(db)
    } catch (err) {
      if (!isOutage(err)) log.warn({ err }, 'invoices could not be issued')
    }
  }
  return repeat(issue, EVERY_MS)
}
