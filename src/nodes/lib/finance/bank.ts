/** Reading a bank statement: the transactions of any layout whose header names its columns, and of plain lines that begin with a date. */
import type { ParsedDocument } from '#nodes/ports.ts'
import { type BankColumn, type Header, headerOf } from './bank-columns.ts'
import { cellDate } from './cell-date.ts'
import { parseMoney } from './money.ts'
import { type Cell, type Row, rowsOf, underHeader } from './rows.ts'

export interface Transaction {
  start: number
  end: number
  /** `YYYY-MM-DD`. */
  date: string
  value_date: string | null
  narration: string
  reference: string | null
  /** Whole paise; money in is positive. */
  amount_paise: number
  balance_paise: number | null
  /** The balance before and the amount give the balance; null where one of them is not known. */
  balance_ok: boolean | null
}

export interface BankStatement {
  transactions: Transaction[]
  opening_paise: number | null
  closing_paise: number | null
  /** Lines with a date that could not be read as a transaction. */
  skipped: { start: number; end: number; reason: string }[]
}

const OPENING = /\b(?:opening balance|balance (?:b\/f|brought forward)|b\/f|brought forward)\b/i
const CLOSING = /\b(?:closing balance|balance (?:c\/f|carried forward)|c\/f|carried forward)\b/i
const TOTAL = /^(?:page )?(?:grand )?(?:totals?|sub-?total|statement summary|transaction total)\b/i

const MOST = 20_000

interface Draft extends Omit<Transaction, 'amount_paise' | 'balance_ok'> {
  /** Null where only the balance can tell. */
  amount_paise: number | null
  /** The figure without its sign. */
  size_paise: number | null
}

const isBlank = (text: string | undefined): boolean => text === undefined || /^[\s\-–—.]*$/.test(text)

/** The cell of a column by its name. */
const picked = (
  columns: readonly BankColumn[],
  cells: readonly (Cell | null)[],
  name: BankColumn,
): string | undefined => cells[columns.indexOf(name)]?.text

/** A balance in debit is owed to the bank. */
function balanceOf(text: string | undefined): number | null {
  const money = text === undefined ? null : parseMoney(text)
  if (money === null) return null
  return money.side === 'debit' ? -Math.abs(money.paise) : money.paise
}

function amountOf(
  columns: readonly BankColumn[],
  cells: readonly (Cell | null)[],
): { amount: number | null; size: number | null } {
  const get = (name: BankColumn): string | undefined => picked(columns, cells, name)
  const [debit, credit] = [get('debit'), get('credit')].map((text) => (isBlank(text) ? null : parseMoney(text ?? '')))
  const [out, into] = [Math.abs(debit?.paise ?? 0), Math.abs(credit?.paise ?? 0)]
  if (out > 0 || into > 0) return { amount: into - out, size: Math.abs(into - out) }
  const money = parseMoney(get('amount') ?? '')
  if (money === null) return { amount: null, size: null }
  const side = get('side') ?? ''
  const size = Math.abs(money.paise)
  if (/^d(?:r|ebit)?\b|withdraw/i.test(side.trim()) || money.side === 'debit' || money.paise < 0)
    return { amount: -size, size }
  if (/^c(?:r|redit)?\b|deposit/i.test(side.trim()) || money.side === 'credit') return { amount: size, size }
  return { amount: null, size }
}

const GLUED = /^(.{3,}?)\s?(\d{2}[/-]\d{2}[/-]\d{4})$/

/** In some PDFs long words run into the date next to them: such a cell is split in two. */
function unglued(line: Row): Row {
  if (line.cells.some(({ text }) => cellDate(text) !== null)) return line
  const cells = line.cells.flatMap((cell): Cell[] => {
    const match = cell.x0 === null || cell.x1 === null ? null : GLUED.exec(cell.text)
    if (match === null || cell.x0 === null || cell.x1 === null) return [cell]
    const [, words = '', date = ''] = match
    const cut = cell.x0 + ((cell.x1 - cell.x0) * words.length) / cell.text.length
    return [
      { ...cell, text: words, end: cell.start + words.length, x1: cut },
      { ...cell, text: date, start: cell.end - date.length, x0: cut },
    ]
  })
  return { ...line, cells }
}

function fromColumns({ row, columns }: Header, line: Row): Draft | null {
  const cells = underHeader(row, unglued(line))
  const date = cellDate(picked(columns, cells, 'date') ?? '')
  if (date === null) return null
  const { amount, size } = amountOf(columns, cells)
  const reference = picked(columns, cells, 'reference')
  const others = cells.flatMap((cell, index) =>
    columns[index] === 'other' && cell !== null && !isBlank(cell.text) ? [cell.text] : [],
  )
  return {
    start: line.start,
    end: line.end,
    date,
    value_date: cellDate(picked(columns, cells, 'value_date') ?? ''),
    narration: (picked(columns, cells, 'narration') ?? others.join(' '))
      .replaceAll('""', '"')
      .replace(/\s+/g, ' ')
      .trim(),
    reference: isBlank(reference) ? null : (reference?.trim() ?? null),
    amount_paise: amount,
    size_paise: size,
    balance_paise: balanceOf(picked(columns, cells, 'balance')),
  }
}

const LINE_DATE =
  /^(\d{1,2}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ,]{1,2}\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}[A-Za-z]{3}\d{2,4})\s/
const LINE_SUMS = /((?:\s[-+(]?(?:₹|Rs\.?)?\s?\d[\d,]*\.\d{2}\)?(?:\s?(?:Cr|Dr)\.?)?){1,3})\s*$/i

/** A line without columns: a date in front, one to three sums behind; the last of several is the balance. */
function fromLine(text: string, line: Row): Draft | null {
  const whole = text.slice(line.start, line.end).replace(/\t/g, ' ').trim()
  const date = LINE_DATE.exec(`${whole} `)
  const sums = LINE_SUMS.exec(whole)
  const iso = date === null ? null : cellDate(date[1] ?? '')
  if (date === null || sums === null || iso === null) return null
  const parts = (sums[1] ?? '').match(/[-+(]?(?:₹|Rs\.?)?\s?\d[\d,]*\.\d{2}\)?(?:\s?(?:Cr|Dr)\.?)?/gi) ?? []
  const figures = parts.map((part) => parseMoney(part)).filter((money) => money !== null)
  const [first] = figures
  if (first === undefined) return null
  const last = figures.length > 1 ? figures.at(-1) : undefined
  const size = Math.abs(first.paise)
  const signed = first.side === 'debit' || first.paise < 0 ? -size : first.side === 'credit' ? size : null
  return {
    start: line.start,
    end: line.end,
    date: iso,
    value_date: null,
    narration: whole.slice(date[0].length, sums.index).replace(/\s+/g, ' ').trim(),
    reference: null,
    amount_paise: signed,
    size_paise: size,
    balance_paise: last === undefined ? null : last.side === 'debit' ? -Math.abs(last.paise) : last.paise,
  }
}

interface Collected {
  drafts: Draft[]
  opening: number | null
  closing: number | null
  skipped: BankStatement['skipped']
}

/** The last sum of a row: that of an opening or closing balance. */
const lastSum = (row: Row): number | null =>
  row.cells
    .map(({ text }) => balanceOf(text) ?? balanceOf(/[\d,]+\.\d{2}(?:\s?(?:Cr|Dr))?\s*$/i.exec(text)?.[0]))
    .findLast((sum) => sum !== null) ?? null

/** Words of a row without date and sums go on with the narration above. */
function goesOn(header: Header | null, row: Row, draft: Draft): boolean {
  if (row.start - draft.end > 3 || row.cells.length > 2) return false
  const words =
    header === null
      ? row.cells[0]?.text
      : (picked(header.columns, underHeader(header.row, row), 'narration') ?? row.cells[0]?.text)
  if (
    words === undefined ||
    words.trim() === '' ||
    TOTAL.test(words) ||
    /^(?:page|statement|generated|this is)\b/i.test(words)
  )
    return false
  if (row.cells.some(({ text }) => parseMoney(text) !== null && /\.\d{2}/.test(text))) return false
  draft.narration = `${draft.narration} ${words.trim()}`.slice(0, 500)
  draft.end = row.end
  return true
}

function collect(document: ParsedDocument): Collected {
  const found: Collected = { drafts: [], opening: null, closing: null, skipped: [] }
  let header: Header | null = null
  for (const row of rowsOf(document)) {
    const own = headerOf(row)
    if (own !== null) {
      header = own
      continue
    }
    const words = document.text.slice(row.start, row.end)
    if (OPENING.test(words) && found.drafts.length === 0) {
      found.opening = lastSum(row) ?? found.opening
      continue
    }
    if (CLOSING.test(words)) {
      found.closing = lastSum(row) ?? found.closing
      continue
    }
    const draft: Draft | null = (header === null ? null : fromColumns(header, row)) ?? fromLine(document.text, row)
    if (draft !== null && draft.size_paise !== null) found.drafts.push(draft)
    else if (draft !== null && draft.balance_paise !== null && found.drafts.length === 0)
      found.opening ??= draft.balance_paise
    else if (draft !== null) found.skipped.push({ start: row.start, end: row.end, reason: 'It has a date but no sum.' })
    else {
      const last = found.drafts.at(-1)
      if (last !== undefined) goesOn(header, row, last)
    }
    if (found.drafts.length >= MOST) break
  }
  return found
}

/** How many steps agree with the balances when the rows are read in this order. */
function agreeing(drafts: readonly Draft[]): number {
  let count = 0
  for (const [index, draft] of drafts.entries()) {
    const before = drafts[index - 1]?.balance_paise
    if (before == null || draft.balance_paise === null || draft.size_paise === null) continue
    if (Math.abs(draft.balance_paise - before) === draft.size_paise) count++
  }
  return count
}

/** Some banks print the newest first. */
function inOrder(drafts: readonly Draft[]): Draft[] {
  const turned = drafts.toReversed()
  const [first, last] = [drafts[0], drafts.at(-1)]
  const [here, there] = [agreeing(drafts), agreeing(turned)]
  return there > here || (here === there && (first?.date ?? '') > (last?.date ?? '')) ? turned : [...drafts]
}

/** The transactions of a statement in order of time, each checked against the printed balances. Linear. */
export function readStatement(document: ParsedDocument): BankStatement {
  const { drafts, opening, closing, skipped } = collect(document)
  const ordered = inOrder(drafts)
  const transactions: Transaction[] = []
  let before = opening
  for (const { size_paise: size, amount_paise: given, ...draft } of ordered) {
    const step = before !== null && draft.balance_paise !== null ? draft.balance_paise - before : null
    const byBalance = step !== null && size !== null && Math.abs(step) === size ? step : null
    const amount = given ?? byBalance
    if (amount === null) {
      skipped.push({ start: draft.start, end: draft.end, reason: 'It does not say whether money came in or went out.' })
    } else {
      transactions.push({ ...draft, amount_paise: amount, balance_ok: step === null ? null : step === amount })
    }
    before = draft.balance_paise ?? (before === null || amount === null ? null : before + amount)
  }
  const [first, last] = [transactions[0], transactions.at(-1)]
  const opened =
    opening ?? (first === undefined || first.balance_paise === null ? null : first.balance_paise - first.amount_paise)
  return { transactions, opening_paise: opened, closing_paise: last?.balance_paise ?? closing, skipped }
}
