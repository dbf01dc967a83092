import type { Database } from '#server/database/database.ts'
import { type ChoreLog, repeat } from '#server/domain/chore.ts'
import { issueDue } from './issue.ts'

const EVERY_MS = 600_000

/** Issues what is due, also for those who do not look. @returns stops it, after what is under way */
export const issueInvoices = (db: Database, log: ChoreLog): (() => Promise<void>) =>
  repeat('invoices could not be issued', EVERY_MS, () => issueDue(db), log)
