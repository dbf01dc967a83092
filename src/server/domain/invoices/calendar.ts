import type { Database } from '#server/database/database.ts'
import { type ChoreLog, repeat } from '#server/domain/chore.ts'
import { issueDue } from './issue.ts'

/** A look that finds nothing costs a row of an index; who has just paid looks for the invoice. */
const EVERY_MS = 3_000

/** Issues what is due. @returns stops it, after what is under way */
export const issueInvoices = (db: Database, log: ChoreLog): (() => Promise<void>) =>
  repeat('invoices could not be issued', EVERY_MS, () => issueDue(db), log)
