/** Who supplies and who buys: by the headings of an invoice and by its GSTINs. */
import { checkIdentifier, findIdentifiers } from '#contract/india/identifiers.ts'
import { stateByCode } from '#contract/india/states.ts'
import type { Value } from './invoice-labels.ts'
import type { Row } from './rows.ts'

export interface Party {
  name: Value | null
  gstin: Value | null
  gstin_valid: boolean | null
  state: string | null
}

const BUYER =
  /^(?:bill(?:ed)? ?(?:to|from)\b|buyer\b|customer\b|client\b|details of (?:receiver|recipient|buyer)|receiver\b|recipient\b|consignee\b|ship(?:ped)? to|sold to|invoice to|to\b\s*[,:]?$|m\/s\.?\b|name of (?:buyer|recipient|customer))/i
const BUYER_FROM = /^bill(?:ed)? ?from\b/i
const SUPPLIER =
  /^(?:sold by|supplier\b|seller\b|from\b\s*[:,]?|bill(?:ed)? ?from|details of supplier|vendor\b|issued by|name of supplier)/i
const TITLE =
  /\b(?:tax invoice|invoice|original|duplicate|triplicate|for recipient|cash memo|bill of supply|proforma|credit note|page \d)\b/i
const NOT_A_NAME =
  /^(?:gstin|gst|pan|cin|state|phone|mob|tel|e-?mail|www|address|invoice|date|place|no\b|code|irn|ack|hsn|reverse|\d)|:$|@/i

const named = (text: string): boolean => /\p{L}{3}/u.test(text) && text.length <= 120 && !NOT_A_NAME.test(text.trim())

/** The name behind a heading, else the first name in the rows below it, in the same column where columns are placed. */
function nameBehind(rows: readonly Row[], at: number, order: number, heading: RegExp): Value | null {
  const cell = rows[at]?.cells[order]
  if (cell === undefined) return null
  const rest = cell.text.replace(heading, '').replace(/^\s*(?:\([^)]{0,30}\))?\s*(?:name|address)?\s*[:.,\-–]*\s*/i, '')
  if (named(rest)) return { text: cleaned(rest), start: cell.end - rest.length, end: cell.end }
  for (const row of rows.slice(at + 1, at + 4)) {
    const found =
      cell.x0 === null || row.cells.length === 1
        ? row.cells[Math.min(order, row.cells.length - 1)]
        : row.cells.find((other) => Math.abs((other.x0 ?? 9) - (cell.x0 ?? 0)) < 0.04)
    const text = found?.text.replace(/^(?:name|m\/s\.?)\s*[:.-]?\s*/i, '') ?? ''
    if (found !== undefined && named(text))
      return { text: cleaned(text), start: found.end - text.length, end: found.end }
  }
  return null
}
const cleaned = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[,;:]+$/, '')
    .trim()

interface Heading {
  at: number
  order: number
  start: number
  name: Value | null
}

function headingOf(rows: readonly Row[], pattern: RegExp, unless?: RegExp): Heading | null {
  for (const [at, row] of rows.slice(0, 80).entries())
    for (const [order, cell] of row.cells.entries()) {
      const text = cell.text.trim()
      if (!pattern.test(text) || unless?.test(text) || text.length > 120) continue
      return { at, order, start: cell.start, name: nameBehind(rows, at, order, pattern) }
    }
  return null
}

/** The first line that is no title: the letterhead. */
function letterhead(rows: readonly Row[], before: number): Value | null {
  for (const row of rows.slice(0, 8)) {
    if (row.start >= before) return null
    const cell = row.cells.find(({ text }) => named(text) && !TITLE.test(text))
    if (cell !== undefined)
      return {
        text: cleaned(cell.text.replace(/^#+ /, '').replace(/^(?:for|from)\s*:?\s/i, '')),
        start: cell.start,
        end: cell.end,
      }
  }
  return null
}

function party(name: Value | null, gstin: Value | null): Party {
  const judged = gstin === null ? null : checkIdentifier('gstin', gstin.text)
  return {
    name,
    gstin,
    gstin_valid: judged?.valid ?? null,
    state: gstin === null ? null : (stateByCode(gstin.text.slice(0, 2))?.name ?? null),
  }
}

/** Also takes values next to the word that only resemble a GSTIN, so that an invalid one is shown as invalid. */
const NEARLY = /\bGSTIN?(?:\s?(?:no|number|\/ ?uin))?\.?\s{0,3}[:#-]?\s{0,3}([0-9A-Z]{13,16})\b/gi

export function partiesOf(text: string, rows: readonly Row[]): { supplier: Party; buyer: Party } {
  const head = text.slice(0, 20_000)
  const exact = findIdentifiers(head).filter(({ type }) => type === 'gstin')
  const nearly = [...head.matchAll(NEARLY)].map((match) => {
    const value = (match[1] ?? '').toUpperCase()
    const start = match.index + match[0].length - value.length
    return { value, start, end: start + value.length }
  })
  const gstins = [...exact, ...nearly.filter(({ start }) => !exact.some((one) => one.start === start))]
    .sort((a, b) => a.start - b.start)
    .map(({ value, start, end }) => ({ text: value, start, end }))
  const buyerAt = headingOf(rows, BUYER, BUYER_FROM)
  const supplierAt = headingOf(rows, SUPPLIER)
  const beside = buyerAt !== null && supplierAt !== null && buyerAt.at === supplierAt.at
  const ofBuyer =
    buyerAt === null
      ? gstins[1]
      : beside
        ? gstins[buyerAt.order > supplierAt.order ? 1 : 0]
        : gstins.find(
            ({ start }) =>
              start > buyerAt.start &&
              (supplierAt === null || supplierAt.start < buyerAt.start || start < supplierAt.start),
          )
  const before = gstins.find(({ start }) => ofBuyer === undefined || start < ofBuyer.start)
  const ofSupplier = before ?? gstins.find(({ text: other }) => other !== ofBuyer?.text)
  return {
    supplier: party(supplierAt?.name ?? letterhead(rows, buyerAt?.start ?? Infinity), ofSupplier ?? null),
    buyer: party(buyerAt?.name ?? null, ofBuyer ?? null),
  }
}
