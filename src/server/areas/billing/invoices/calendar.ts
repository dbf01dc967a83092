import type { Database } from '#server/platform/database/database.ts'
import { type JobLog, schedulePeriodic } from '#server/platform/jobs/periodic-job.ts'
import { type Invoicing, notifyMissingParticulars } from './firm.ts'
import { issueDue } from './issue.ts'

/** A look that finds nothing costs a row of an index; who has just paid looks for the invoice. */
const EVERY_MS = 3_000

interface Invoices extends Omit<Invoicing, 'test'> {
  /** Whether payments are tests. */
  isTest(): boolean | Promise<boolean>
}

/** Issues what is due, and says at the start when nothing can be issued. @returns stops it, after what is under way */
export function issueInvoices(db: Database, { firm, isTest }: Invoices, log: JobLog): () => Promise<void> {
  let told = false
  const work = async () => {
    const invoicing = { firm, test: await isTest() }
    if (!told) await notifyMissingParticulars(db, invoicing, log)
    told = true
    await issueDue(db, invoicing)
  }
  return schedulePeriodic('invoices could not be issued', EVERY_MS, work, log)
}
