/** What the columns of a bank statement are called, and which row of a file names them. */
import type { Cell, Row } from './rows.ts'

export const BANK_COLUMNS = [
  'date',
  'value_date',
  'narration',
  'reference',
  'debit',
  'credit',
  'amount',
  'side',
  'balance',
  'other',
] as const
export type BankColumn = (typeof BANK_COLUMNS)[number]

/** In this order: `Value Date` before `Date`, `Debit / Credit` before `Debit`. */
const NAMES: readonly (readonly [BankColumn, RegExp])[] = [
  ['value_date', /^val(?:ue)?\.? ?(?:date|dt)\.?$/i],
  ['date', /^(?:(?:txn|trans?(?:action)?|tran|post(?:ing|ed)?|entry|booking)\.? ?)?(?:date|dt)\.?(?: ?\(.{1,20}\))?$/i],
  ['reference', /^(?:chq|cheque|ref|utr|instrument|txn id|tran(?:saction)? id|transaction (?:ref|no|number))\b/i],
  [
    'side',
    /^(?:dr|debit) ?[/|.-] ?(?:cr|credit)$|^(?:cr|credit) ?[/|.-] ?(?:dr|debit)$|^(?:txn |transaction )?(?:type|indicator)$/i,
  ],
  ['balance', /\bbalance\b|^bal\.?(?: ?\(.{1,12}\))?$/i],
  [
    'debit',
    /^(?:withdrawals?|debits?|dr\.?|paid out|money out|payments?)(?: ?amt\.?| amount)?(?: ?\(.{1,16}\))?(?: dr\.?)?$/i,
  ],
  [
    'credit',
    /^(?:deposits?|credits?|cr\.?|paid in|money in|receipts?)(?: ?amt\.?| amount)?(?: ?\(.{1,16}\))?(?: cr\.?)?$/i,
  ],
  ['amount', /^(?:txn |transaction )?(?:amount|amt\.?)(?: ?\(.{1,16}\))?$/i],
  [
    'narration',
    /^(?:narration|particulars?|descriptions?|(?:transaction |txn )?(?:details?|remarks?|description|narration)|remarks?|details of transaction)$/i,
  ],
]

const named = ({ text }: Cell): BankColumn => {
  const name = text.replace(/\s+/g, ' ').trim()
  return name.length > 40 ? 'other' : (NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other')
}

/** Names that stand close together come out of a PDF as one cell: cut where both halves are names. */
function parted(cell: Cell): Cell[] {
  if (cell.x0 === null || cell.x1 === null || cell.text.length > 60 || named(cell) !== 'other') return [cell]
  const { text, start, end, x0, x1 } = cell
  for (const { index } of text.matchAll(/ /g)) {
    const cut = x0 + ((x1 - x0) * index) / text.length
    const left = { text: text.slice(0, index), start, end: start + index, x0, x1: cut }
    const right = { text: text.slice(index + 1), start: start + index + 1, end, x0: cut, x1 }
    if (named(left) !== 'other' && named(right) !== 'other') return [left, right]
  }
  return [cell]
}

export interface Header {
  row: Row
  columns: BankColumn[]
}

/** A row that names a date and sums; null for every other row. */
export function headerOf(given: Row): Header | null {
  if (given.cells.length < 3) return null
  const row = { ...given, cells: given.cells.flatMap(parted) }
  const columns = row.cells.map(named)
  const has = (...names: BankColumn[]): boolean => names.some((name) => columns.includes(name))
  // A statement with one date column may call it value date.
  if (!columns.includes('date') && columns.includes('value_date')) columns[columns.indexOf('value_date')] = 'date'
  const sums = has('debit') && has('credit') ? 2 : has('amount') ? 1 : 0
  return columns.includes('date') && (sums > 0 || (has('balance') && has('debit', 'credit'))) ? { row, columns } : null
}
