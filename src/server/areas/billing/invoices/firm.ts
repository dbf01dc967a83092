/** The firm that invoices and takes payments. No numbered invoice may carry placeholders, and no real payment is taken before it can be invoiced. */

import type { InvoiceParty } from '#contract/billing/invoices.ts'
import { stateFrom } from '#contract/india/states.ts'
import { type Company, companyOf, openForInvoices } from '#contract/platform/company.ts'
import { hasUnreadOfGroup, notify, settleNotices } from '#server/areas/accounts/accounts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export interface Firm {
  company: Company
  /** Particulars that an invoice needs and that still show their placeholder. */
  missing: readonly (keyof Company)[]
}

/** As it is filled in at the time it is asked for: an operator does it while the process runs. */
export const firmOf = (settings: Pick<Settings, 'now'>): Firm => ({
  get company() {
    return companyOf(settings.now().company)
  },
  get missing() {
    return openForInvoices(settings.now().company)
  },
})

/** Which invoices are issued: real ones in the series of the firm, or test ones, which are no tax documents, in a series of their own. */
export interface Invoicing {
  firm: Firm
  /** Payments are tests: no money moves. */
  test: boolean
}

/** The firm as a party of an invoice. */
export const firmParty = ({ company }: Firm): InvoiceParty => ({
  name: company.name,
  address: company.registered_office,
  gstin: company.gstin,
  state_code: stateFrom(company.state)?.code ?? stateFrom(company.gstin)?.code ?? '97',
})

const GROUP = 'firm_particulars'

/** Tells the super admins and the log that payments are off until the particulars are filled in; takes it back once they are. */
export async function notifyMissingParticulars(
  db: Database,
  { firm: { missing }, test }: Invoicing,
  log: WarningLog,
): Promise<void> {
  if (test || missing.length === 0) {
    await settleNotices(db, [GROUP])
    return
  }
  log.warn({ missing }, 'payments are off: fill in the company details at /admin/settings')
  if (await hasUnreadOfGroup(db, GROUP)) return
  await notify(db, 'super_admins', {
    kind: 'payment',
    title: 'Payments are off: your company details are missing',
    message: `Fill in ${missing.join(', ')} in the settings. Until then, nobody can pay and invoices for earlier payments wait.`,
    href: '/admin/settings',
    group: GROUP,
  })
}
