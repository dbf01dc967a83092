import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { type Invoicing, notifyMissingParticulars } from './firm.ts'
import { issueDue } from './issue.ts'

interface Invoices extends Omit<Invoicing, 'test'> {
  /** Whether payments are tests. */
  isTest(): boolean | Promise<boolean>
}

/** @returns issues what is due; says when nothing can be issued, and when that changes */
export function createInvoiceIssuing(db: Database, { firm, isTest }: Invoices, log: WarningLog): () => Promise<void> {
  let told: string | null = null
  return async () => {
    const invoicing = { firm, test: await isTest() }
    const missing = firm.missing.join()
    if (missing !== told) await notifyMissingParticulars(db, invoicing, log)
    told = missing
    await issueDue(db, invoicing)
  }
}
