/** Reading a GST invoice: parties, number, date, lines, taxes and totals, with the arithmetic checked. */

import { checkIdentifier, findIdentifiers } from '#contract/india/identifiers.ts'
import { stateByCode, stateFrom } from '#contract/india/states.ts'
import { numberFromWords } from '#nodes/lib/legal/amounts.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { cellDate } from './cell-date.ts'
import { isIntraState, RATES } from './gst.ts'
import { type Item, itemsOf } from './invoice-items.ts'
import { LABELS, labelled, type Sum, sumIn, TOTALS, type TotalName, type Value } from './invoice-labels.ts'
import { type Party, partiesOf } from './invoice-parties.ts'
import { rupees } from './money.ts'
import { rowsOf } from './rows.ts'

export interface Check {
  check: string
  status: 'ok' | 'wrong' | 'missing'
  reason: string
}

export interface Invoice {
  kind: 'tax_invoice' | 'bill_of_supply' | 'credit_note' | 'proforma' | 'invoice'
  number: Value | null
  date: (Value & { iso: string }) | null
  due: (Value & { iso: string }) | null
  order: Value | null
  place_of_supply: (Value & { code: string; name: string }) | null
  reverse_charge: boolean | null
  irn: (Value & { valid: boolean }) | null
  supplier: Party
  buyer: Party
  items: Item[]
  totals: Partial<Record<TotalName, Sum>>
  in_words: (Value & { paise: number }) | null
  checks: Check[]
}

const dated = (value: Value | null): (Value & { iso: string }) | null => {
  const iso = value === null ? null : cellDate(value.text)
  return value === null || iso === null ? null : { ...value, text: value.text.slice(0, 40), iso }
}

const KINDS: readonly (readonly [Invoice['kind'], RegExp])[] = [
  ['credit_note', /\bcredit note\b/i],
  ['proforma', /\bpro-?forma\b/i],
  ['bill_of_supply', /\bbill of supply\b/i],
  ['tax_invoice', /\btax invoice\b/i],
]

const WORDS =
  /\b(?:(?:amount|total|invoice value|value)(?: chargeable)?(?: \(?in words\)?)|in words|rupees|inr)\b[\s:(-]{0,6}(?:indian )?((?:rupees|inr)?\s?(?:[a-z]{2,12}[ ,-]{1,3}){1,24}?(?:only|paise))\b/i

function inWords(text: string): (Value & { paise: number }) | null {
  const match = WORDS.exec(text)
  if (match === null) return null
  const words = match[1] ?? ''
  const [whole = '', rest = ''] = words
    .toLowerCase()
    .replace(/\bonly\b/, '')
    .split(/\band (?=[a-z -]{3,30}\bpaise)/)
  const rupeesSaid = numberFromWords(whole.replace(/\bpaise\b/g, ''))
  const paiseSaid = rest === '' ? 0 : numberFromWords(rest.replace(/\bpaise\b/g, ''))
  if (rupeesSaid === null || paiseSaid === null) return null
  const start = match.index + match[0].length - words.length
  return { text: words, start, end: start + words.length, paise: rupeesSaid * 100 + paiseSaid }
}

function totalsOf(rows: ReturnType<typeof rowsOf>, behind: number): Invoice['totals'] {
  const totals: Invoice['totals'] = {}
  for (const row of rows.slice(behind)) {
    for (const [name, pattern] of Object.entries(TOTALS) as [TotalName, RegExp][]) {
      const found = sumIn(row, pattern)
      if (found === null) continue
      const first = totals[name]
      // Taxes may be split by rate; of several totals the last one counts.
      const isTax = name === 'cgst' || name === 'sgst' || name === 'igst'
      if (first !== undefined && isTax && first.rate !== null && found.rate !== null && first.rate !== found.rate)
        totals[name] = { ...first, paise: first.paise + found.paise, rate: null }
      else if (first === undefined || (name === 'total' && found.paise >= first.paise)) totals[name] = found
      break
    }
  }
  return totals
}

/** @param document an invoice of one supply; several in one file are read as one */
export function readInvoice(document: ParsedDocument): Invoice {
  const { text } = document
  const rows = rowsOf(document)
  const { items, behind } = itemsOf(rows)
  const { supplier, buyer } = partiesOf(text, rows)
  const place = labelled(rows, LABELS.place, (value) => stateFrom(value) !== null)
  const state = place === null ? null : stateFrom(place.text)
  const irn = findIdentifiers(text).find(({ type }) => type === 'irn')
  const irnNamed = labelled(rows, LABELS.irn, (value) => /^[0-9a-f]{20,80}$/i.test(value.replace(/\s/g, '')))
  const reverse = labelled(rows, LABELS.reverse, (value) => /^(?:yes|no|y|n)\b/i.test(value))
  const read: Omit<Invoice, 'checks'> = {
    kind: KINDS.find(([, pattern]) => pattern.test(text.slice(0, 3_000)))?.[0] ?? 'invoice',
    number: labelled(
      rows,
      LABELS.number,
      (value) => /\d/.test(value) && value.length <= 40 && cellDate(value) === null && !/\d{2}:\d{2}/.test(value),
    ),
    date: dated(labelled(rows, LABELS.date, (value) => cellDate(value) !== null)),
    due: dated(labelled(rows, LABELS.due, (value) => cellDate(value) !== null)),
    order: labelled(rows, LABELS.order, (value) => /\d/.test(value) && value.length <= 40),
    place_of_supply: place === null || state === null ? null : { ...place, code: state.code, name: state.name },
    reverse_charge: reverse === null ? null : /^y/i.test(reverse.text),
    irn: irn
      ? { text: irn.value, start: irn.start, end: irn.end, valid: true }
      : irnNamed === null
        ? null
        : { ...irnNamed, valid: checkIdentifier('irn', irnNamed.text).valid },
    supplier,
    buyer,
    items,
    totals: totalsOf(rows, behind),
    in_words: inWords(text),
  }
  return { ...read, checks: checksOf(read) }
}

/** Rounding per line and of the whole. */
const SLACK = 100

const same = (a: number, b: number, slack = SLACK): boolean => Math.abs(a - b) <= slack

function gstinCheck(name: string, party: Party): Check {
  if (party.gstin === null)
    return {
      check: `${name} GSTIN`,
      status: 'missing',
      reason:
        name === 'Buyer'
          ? 'No GSTIN of the buyer: right for a sale to a consumer only.'
          : 'No GSTIN of the supplier was found.',
    }
  const found = checkIdentifier('gstin', party.gstin.text)
  return {
    check: `${name} GSTIN`,
    status: found.valid ? 'ok' : 'wrong',
    reason: found.valid ? `${party.state}; the check character agrees.` : (found.reason ?? ''),
  }
}

function taxCheck({ totals, supplier, buyer, place_of_supply: place }: Omit<Invoice, 'checks'>): Check[] {
  const { cgst, sgst, igst } = totals
  if (cgst === undefined && sgst === undefined && igst === undefined)
    return [{ check: 'Tax', status: 'missing', reason: 'No CGST, SGST or IGST was found.' }]
  const checks: Check[] = []
  if (cgst !== undefined && sgst !== undefined)
    checks.push({
      check: 'CGST equals SGST',
      status: same(cgst.paise, sgst.paise, 1) ? 'ok' : 'wrong',
      reason: `${rupees(cgst.paise)} and ${rupees(sgst.paise)}.`,
    })
  const from = supplier.gstin === null ? null : stateByCode(supplier.gstin.text.slice(0, 2))
  const to =
    place === null ? (buyer.gstin === null ? null : stateByCode(buyer.gstin.text.slice(0, 2))) : stateByCode(place.code)
  if (from !== null && to !== null) {
    const intra = isIntraState(from, to)
    const charged = (igst?.paise ?? 0) > 0 ? 'IGST' : 'CGST and SGST'
    const right = intra === (charged !== 'IGST')
    checks.push({
      check: 'Kind of tax',
      status: right ? 'ok' : 'wrong',
      reason: `From ${from.name} to ${to.name}: ${intra ? 'CGST and SGST' : 'IGST'} is due, ${charged} was charged.`,
    })
  }
  return checks
}

function sumChecks({ items, totals, in_words: words }: Omit<Invoice, 'checks'>): Check[] {
  const checks: Check[] = []
  const add = (check: string, printed: number, computed: number, slack = SLACK): void => {
    const ok = same(printed, computed, slack)
    checks.push({
      check,
      status: ok ? 'ok' : 'wrong',
      reason: ok ? `${rupees(printed)} agrees.` : `Printed ${rupees(printed)}, its parts make ${rupees(computed)}.`,
    })
  }
  const lines = items.flatMap(({ taxable_paise }) => taxable_paise ?? [])
  const of = (name: TotalName): number => totals[name]?.paise ?? 0
  for (const [index, { quantity, rate_paise, taxable_paise }] of items.entries())
    if (
      quantity !== null &&
      rate_paise !== null &&
      taxable_paise !== null &&
      !same(quantity * rate_paise, taxable_paise, SLACK) &&
      totals.discount === undefined
    )
      checks.push({
        check: `Line ${index + 1}`,
        status: 'wrong',
        reason: `${quantity} × ${rupees(rate_paise)} makes ${rupees(Math.round(quantity * rate_paise))}, printed ${rupees(taxable_paise)}.`,
      })
  if (lines.length > 0 && totals.taxable !== undefined)
    add(
      'Taxable value',
      totals.taxable.paise,
      lines.reduce((sum, paise) => sum + paise, 0) - Math.abs(of('discount')),
      SLACK * Math.max(1, lines.length / 4),
    )
  const taxable =
    totals.taxable?.paise ??
    (lines.length > 0 ? lines.reduce((sum, paise) => sum + paise, 0) - Math.abs(of('discount')) : null)
  for (const name of ['cgst', 'sgst', 'igst'] as const) {
    const tax = totals[name]
    if (tax === undefined || tax.rate === null || taxable === null || (tax.paise === 0 && tax.rate === 0)) continue
    const rates = new Set(items.flatMap(({ tax_rate }) => tax_rate ?? []))
    if (rates.size <= 1)
      add(`${name.toUpperCase()} at ${tax.rate} %`, tax.paise, Math.round((taxable * tax.rate) / 100))
    const full = name === 'igst' ? tax.rate : tax.rate * 2
    if (!RATES.includes(full)) checks.push({ check: 'Rate', status: 'wrong', reason: `${full} % is no rate of GST.` })
  }
  if (totals.total === undefined) checks.push({ check: 'Total', status: 'missing', reason: 'No total was found.' })
  else if (taxable !== null)
    add(
      'Total',
      totals.total.paise,
      taxable + of('cgst') + of('sgst') + of('igst') + of('cess') + of('freight') + (totals.round_off?.paise ?? 0),
      totals.round_off === undefined ? 100 : 200,
    )
  if (words !== null && totals.total !== undefined) add('Total in words', totals.total.paise, words.paise)
  return checks
}

/** Rule 46: at most sixteen characters of letters, digits, hyphen and slash, unique in its year. */
const NUMBER = /^[A-Za-z0-9/-]{1,16}$/

function checksOf(invoice: Omit<Invoice, 'checks'>): Check[] {
  const { number, date, irn } = invoice
  return [
    gstinCheck('Supplier', invoice.supplier),
    gstinCheck('Buyer', invoice.buyer),
    number === null
      ? { check: 'Number', status: 'missing', reason: 'No invoice number was found.' }
      : {
          check: 'Number',
          status: NUMBER.test(number.text) ? 'ok' : 'wrong',
          reason: NUMBER.test(number.text)
            ? 'At most 16 characters of those allowed (rule 46).'
            : 'Longer than 16 characters, or with characters rule 46 does not allow.',
        },
    date === null
      ? { check: 'Date', status: 'missing', reason: 'No date was found.' }
      : { check: 'Date', status: 'ok', reason: date.iso },
    ...(irn === null
      ? []
      : [
          {
            check: 'IRN',
            status: irn.valid ? ('ok' as const) : ('wrong' as const),
            reason: irn.valid ? 'It has the shape of an e-invoice number.' : 'An IRN has 64 hexadecimal characters.',
          },
        ]),
    ...(invoice.items.some(({ hsn }) => hsn === null) && invoice.items.length > 0
      ? [{ check: 'HSN', status: 'missing' as const, reason: 'A line has no HSN or SAC.' }]
      : []),
    ...taxCheck(invoice),
    ...sumChecks(invoice),
  ]
}
