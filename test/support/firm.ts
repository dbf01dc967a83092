/** A firm whose particulars are filled in, for tests of numbered invoices. */
import { companyOf } from '#contract/platform/company.ts'
import type { Firm, Invoicing } from '#server/areas/billing/invoices/firm.ts'

export const TEST_FIRM: Firm = {
  company: {
    ...companyOf({}),
    name: 'Chowk Test Private Limited',
    cin: 'U72900SK2025PTC000001',
    gstin: '11AABCC1234D1Z4',
    registered_office: '1 MG Marg, Gangtok, Sikkim 737101, India',
    state: 'Sikkim',
  },
  missing: [],
}

/** Real invoices of that firm. */
export const REAL_INVOICES: Invoicing = { firm: TEST_FIRM, test: false }
