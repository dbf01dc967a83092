/**
 * An invoice as headings, paragraphs and tables, with everything that rule 46 (and 53(1A) for credit notes) of the CGST
 * Rules, 2017, requires. A customer without a GSTIN is named with their State, which is a sufficient address (Circular
 * 242/36/2024-GST). An IRN with its code (e-invoice) is required above ₹5 crore a year and is not part of what is
 * issued here. The rules ask for no language; in Hindi the English comes behind it, for accountants and officers
 * who read no Hindi.
 */

import type { InvoiceParty } from '#contract/billing/invoices.ts'
import { stateByCode } from '#contract/india/states.ts'
import { rupeesInWords } from '#contract/india/words.ts'
import { rupeesInHindi } from '#contract/india/words-hindi.ts'
import { sayOrderTitle } from '#contract/phrases/order-title.ts'
import { type Phrase, type PhraseText, say, sayDay, translated } from '#contract/phrases/phrases.ts'
import type { Company } from '#contract/platform/company.ts'
import type { Block } from '#nodes/paperwork.ts'
import type { Language } from '#shared/language.ts'
import { isTestNumber } from './invoice-number.ts'
import type { IssuedRow } from './invoices.store.ts'

const TITLES = {
  invoice: 'Tax invoice',
  credit_note: 'Credit note',
  commission: 'Tax invoice: commission',
} as const satisfies Record<IssuedRow['kind'], PhraseText>

/** Words of the invoice: in Hindi with the English behind them, which accountants and officers of other states read. */
type Write = (phrase: Phrase) => string
const writeIn =
  (language: Language): Write =>
  (phrase) =>
    phrase[language] === phrase.en ? phrase.en : `${phrase[language]} / ${phrase.en}`

const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const rupees = (paise: number): string => `₹${money.format(paise / 100)}`
const stateOf = (code: string): Phrase =>
  say('{state} ({code})', { state: translated(stateByCode(code)?.name ?? 'Unknown state'), code })

/** A customer's own address can't add lines to the invoice, such as an unverified GSTIN. */
const onOneLine = (text: string): string => text.split(/\s*[\r\n\u2028\u2029]+\s*/).join(', ')

const partyOf = (write: Write, label: Phrase, { name, address, gstin, state_code }: InvoiceParty): Block => ({
  kind: 'paragraph',
  text: [
    write(label),
    name,
    onOneLine(address),
    `${write(say('State'))}: ${write(stateOf(state_code))}`,
    `GSTIN: ${gstin ?? write(say('not registered'))}`,
  ]
    .filter(Boolean)
    .join('\n'),
})

/** A paragraph in each language: sentences are too long to go one behind the other. */
const sentence = (language: Language, phrase: Phrase): Block[] =>
  [...new Set([phrase[language], phrase.en])].map((text) => ({ kind: 'paragraph', text }))

function taxRows({ rate_bps, cgst_paise, sgst_paise, igst_paise }: IssuedRow): string[][] {
  const percent = (bps: number) => `${bps / 100} %`
  if (igst_paise > 0) return [[`IGST ${percent(rate_bps)}`, rupees(igst_paise)]]
  return [
    [`CGST ${percent(rate_bps / 2)}`, rupees(cgst_paise)],
    [`SGST ${percent(rate_bps / 2)}`, rupees(sgst_paise)],
  ]
}

function factRows(write: Write, invoice: IssuedRow): string[][] {
  const { number, issued_at, credits_number, credits_issued_at: of } = invoice
  const credited = credits_number && of && say('{number} of {day}', { number: credits_number, day: sayDay(of) })
  return [
    [write(say('Number')), number],
    [write(say('Date')), write(sayDay(issued_at))],
    ...(credited ? [[write(say('Credits invoice')), write(credited)]] : []),
    [write(say('Place of supply')), write(stateOf(invoice.place_of_supply))],
    [write(say('Reverse charge')), write(say('No'))],
  ]
}

function lineRows(write: Write, { lines }: IssuedRow): string[][] {
  const head = [say('What'), say('SAC'), say('Quantity'), say('Value'), say('GST'), say('Sum')]
  const rows = lines.map((line) => [
    write(sayOrderTitle(line.title)),
    line.sac,
    String(line.quantity),
    rupees(line.taxable_paise),
    rupees(line.gst_paise),
    rupees(line.taxable_paise + line.gst_paise),
  ])
  return [head.map(write), ...rows]
}

function sumRows(write: Write, invoice: IssuedRow): string[][] {
  const discounts = invoice.lines.flatMap(({ discount }) => discount ?? [])
  const off = discounts.reduce((sum, { paise }) => sum + paise, 0)
  return [
    ...(discounts.length > 0 ? [[write(say('Value before discount')), rupees(invoice.taxable_paise + off)]] : []),
    ...discounts.map(({ code, paise }) => [write(say('Discount, code {code}', { code })), `−${rupees(paise)}`]),
    [write(say('Value before tax')), rupees(invoice.taxable_paise)],
    ...taxRows(invoice),
    [write(invoice.kind === 'credit_note' ? say('Total refunded') : say('Total')), rupees(invoice.total_paise)],
  ]
}

/**
 * @param operator the firm, which issues what sellers supply
 * @param language of who reads it; the particulars that the rules ask for are in English as well
 */
export function invoicePages(
  invoice: IssuedRow,
  operator: Company,
  language: Language,
): { title: string; blocks: Block[] } {
  const { kind, number, supplier, customer, total_paise } = invoice
  const write = writeIn(language)
  const isTest = isTestNumber(number)
  const title = isTest ? say('TEST — not a tax invoice') : say(TITLES[kind])
  const { name, gstin } = operator
  const blocks: Block[] = [
    { kind: 'heading', level: 1, text: write(title) },
    { kind: 'table', rows: factRows(write, invoice) },
    partyOf(write, say('Supplied by'), supplier),
    partyOf(write, say('Supplied to'), customer),
    { kind: 'table', rows: lineRows(write, invoice) },
    { kind: 'table', rows: sumRows(write, invoice) },
    ...sentence(language, { en: rupeesInWords(total_paise), hi: rupeesInHindi(total_paise) }),
    ...(invoice.supplier_id === null
      ? []
      : sentence(
          language,
          say('Issued by {name} (GSTIN {gstin}), the e-commerce operator, in the name of the supplier.', {
            name,
            gstin,
          }),
        )),
    ...sentence(
      language,
      isTest
        ? say('This is a test: no money was transferred. This document has no effect under tax law.')
        : say('All amounts in Indian rupees. Issued electronically; valid without a signature (CGST Rules, rule 46).'),
    ),
  ]
  return { title: `${title[language]} ${number}`, blocks }
}
