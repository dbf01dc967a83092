/**
 * An invoice as headings, paragraphs and tables, with everything that rule 46 (and 53(1A) for credit notes) of the CGST
 * Rules, 2017, requires. A customer without a GSTIN is named with their State, which is a sufficient address (Circular
 * 242/36/2024-GST). An IRN with its code (e-invoice) is required above ₹5 crore a year and is not part of what is
 * issued here.
 */

import type { InvoiceParty } from '#contract/billing/invoices.ts'
import { stateByCode } from '#contract/india/states.ts'
import { rupeesInWords } from '#contract/india/words.ts'
import type { Company } from '#contract/platform/company.ts'
import type { Block } from '#nodes/paperwork.ts'
import { isTestNumber } from './invoice-number.ts'
import type { IssuedRow } from './invoices.store.ts'

const TITLES = { invoice: 'Tax invoice', credit_note: 'Credit note', commission: 'Tax invoice: commission' } as const

const TEST_TITLE = 'TEST — not a tax invoice'

const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const rupees = (paise: number): string => `₹${money.format(paise / 100)}`
const day = (at: Date): string =>
  new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' }).format(
    at,
  )
const stateOf = (code: string): string => `${stateByCode(code)?.name ?? 'Unknown state'} (${code})`

/** A customer's own address can't add lines to the invoice, such as an unverified GSTIN. */
const onOneLine = (text: string): string => text.split(/\s*[\r\n\u2028\u2029]+\s*/).join(', ')

const partyOf = (label: string, { name, address, gstin, state_code }: InvoiceParty): Block => ({
  kind: 'paragraph',
  text: [label, name, onOneLine(address), `State: ${stateOf(state_code)}`, `GSTIN: ${gstin ?? 'not registered'}`]
    .filter(Boolean)
    .join('\n'),
})

const onBehalf = ({ name, gstin }: Company): Block => ({
  kind: 'paragraph',
  text: `Issued by ${name} (GSTIN ${gstin}), the e-commerce operator, in the name of the supplier.`,
})

function taxRows({ rate_bps, cgst_paise, sgst_paise, igst_paise }: IssuedRow): string[][] {
  const percent = (bps: number) => `${bps / 100} %`
  if (igst_paise > 0) return [[`IGST ${percent(rate_bps)}`, rupees(igst_paise)]]
  return [
    [`CGST ${percent(rate_bps / 2)}`, rupees(cgst_paise)],
    [`SGST ${percent(rate_bps / 2)}`, rupees(sgst_paise)],
  ]
}

/** @param operator the firm, which issues what sellers supply */
export function invoicePages(invoice: IssuedRow, operator: Company): { title: string; blocks: Block[] } {
  const { kind, number, issued_at, supplier, customer, lines, credits_number, credits_issued_at: of } = invoice
  const isTest = isTestNumber(number)
  const title = isTest ? TEST_TITLE : TITLES[kind]
  const facts = [
    ['Number', number],
    ['Date', day(issued_at)],
    ...(credits_number && of ? [['Credits invoice', `${credits_number} of ${day(of)}`]] : []),
    ['Place of supply', stateOf(invoice.place_of_supply)],
    ['Reverse charge', 'No'],
  ]
  const rows = lines.map((line) => [
    line.title,
    line.sac,
    String(line.quantity),
    rupees(line.taxable_paise),
    rupees(line.gst_paise),
    rupees(line.taxable_paise + line.gst_paise),
  ])
  const discounts = lines.flatMap(({ discount }) => discount ?? [])
  const off = discounts.reduce((sum, { paise }) => sum + paise, 0)
  const sums = [
    ...(discounts.length > 0 ? [['Value before discount', rupees(invoice.taxable_paise + off)]] : []),
    ...discounts.map(({ code, paise }) => [`Discount, code ${code}`, `−${rupees(paise)}`]),
    ['Value before tax', rupees(invoice.taxable_paise)],
    ...taxRows(invoice),
    [kind === 'credit_note' ? 'Total refunded' : 'Total', rupees(invoice.total_paise)],
  ]
  const blocks: Block[] = [
    { kind: 'heading', level: 1, text: title },
    { kind: 'table', rows: facts },
    partyOf('Supplied by', supplier),
    partyOf('Supplied to', customer),
    { kind: 'table', rows: [['What', 'SAC', 'Quantity', 'Value', 'GST', 'Sum'], ...rows] },
    { kind: 'table', rows: sums },
    { kind: 'paragraph', text: rupeesInWords(invoice.total_paise) },
    ...(invoice.supplier_id === null ? [] : [onBehalf(operator)]),
    {
      kind: 'paragraph',
      text: isTest
        ? 'This is a test: no money was transferred. This document has no effect under tax law.'
        : 'All amounts in Indian rupees. Issued electronically; valid without a signature (CGST Rules, rule 46).',
    },
  ]
  return { title: `${title} ${number}`, blocks }
}
