/** Tax invoices, credit notes and commission invoices (CGST Act, 2017, ss. 31 and 34; CGST Rules, rules 46 and 53). */
import { z } from 'zod'
import { roleAtLeast, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Currency, listOf, listQuery, Paise, Timestamp } from '#contract/core/primitives.ts'

export const INVOICE_KINDS = ['invoice', 'credit_note', 'commission'] as const

export const InvoiceId = z.uuid().brand('InvoiceId')
export type InvoiceId = z.infer<typeof InvoiceId>

export const InvoiceParty = z.object({
  name: z.string(),
  address: z.string(),
  gstin: z.string().nullable().describe('Null for a party that is not registered for GST.'),
  state_code: z.string().describe('Two digits, as in a GSTIN.'),
})
export type InvoiceParty = z.infer<typeof InvoiceParty>

export const InvoiceLine = z.object({
  title: z.string(),
  sac: z.string().describe('Services accounting code, six digits.'),
  quantity: z.number().int(),
  /** After the discount, which is shown because it is taken off before the tax (CGST Act, 2017, s. 15(3)(a)). */
  taxable_paise: Paise,
  gst_paise: Paise.describe('On top of `taxable_paise`.'),
  /** What a code took off, without tax; null without one. */
  discount: z.object({ code: z.string(), paise: Paise }).nullable(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

export const Invoice = z.object({
  id: InvoiceId,
  kind: z.enum(INVOICE_KINDS),
  number: z.string(),
  supplier: InvoiceParty,
  customer: InvoiceParty,
  place_of_supply: z.string(),
  lines: z.array(InvoiceLine),
  /** Basis points: 1800 is 18 %. */
  rate_bps: z.number().int(),
  taxable_paise: Paise,
  cgst_paise: Paise.describe('Central GST: 0 when supplier and customer are in different states.'),
  sgst_paise: Paise.describe('State GST: 0 when supplier and customer are in different states.'),
  igst_paise: Paise.describe('Integrated GST: 0 when supplier and customer are in the same state.'),
  total_paise: Paise.describe('With GST.'),
  currency: Currency,
  /** The number of the invoice that a credit note takes from. */
  credits: z.string().nullable(),
  issued_at: Timestamp,
  /** The own order that it is of; null for what was sold, and for what is invoiced by the month. */
  order_id: z.uuid().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

const Month = z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM, such as 2026-11')

export const invoiceEndpoints = {
  listInvoices: endpoint({
    method: 'GET',
    path: '/api/v1/invoices',
    access: signedIn,
    query: z.object({ as: z.enum(['customer', 'supplier']).default('customer'), ...listQuery(25) }),
    returns: listOf(Invoice),
  }),
  getInvoicePdf: endpoint({
    method: 'GET',
    path: '/api/v1/invoices/{id}/pdf',
    access: signedIn,
    params: z.object({ id: InvoiceId }),
    returns: z.string(),
    answers: 'file',
    errors: ['not_found'],
  }),
  exportGstr1: endpoint({
    method: 'GET',
    path: '/api/v1/admin/gstr1',
    access: roleAtLeast('super_admin'),
    query: z.object({ month: Month }),
    returns: z.object({ name: z.string(), csv: z.string() }),
  }),
}
