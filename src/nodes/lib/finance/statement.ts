/** Reading balance sheets, profit and loss accounts and cash flows: periods, unit, and every line with its place. */
import type { ParsedDocument } from '#nodes/ports.ts'
import { lineNamed, plainLabel, type SectionName, type StatementKind, sectionOf } from './line-names.ts'
import { parseMoney } from './money.ts'
import { type Cell, type Row, rowsOf } from './rows.ts'

export interface StatementLine {
  start: number
  end: number
  label: string
  /** What it is; null for a line that no name fits. */
  key: string | null
  title: string | null
  statement: StatementKind | null
  section: SectionName
  /** Whole paise, one per period, null where the cell is empty. */
  values: (number | null)[]
}

export interface ReadStatement {
  /** As printed: `31 March 2025`, `FY 2024-25`. The latest usually comes first. */
  periods: string[]
  /** Rupees per printed unit: 1, 1,000, 1,00,000, 1,00,00,000. */
  unit: number
  unit_words: string | null
  lines: StatementLine[]
}

const UNIT =
  /(?:₹|\brs\.?|\binr|\brupees|\bamounts?|\bfigures?|\ball\b)[^\n]{0,40}?\bin\s?(?:₹|rs\.?|inr|rupees)?\s?['‘(]?(lakhs?|lacs?|crores?|thousands?|millions?|mn|'?000s?)\b|\((?:in )?(?:₹|rs\.?|inr|rupees)?\s?(?:in )?(lakhs?|lacs?|crores?|thousands?|millions?|'?000s?)\)|\b(?:₹|rs\.?|inr) (lakhs?|crores?|million)\b/i
const UNITS: Record<string, number> = {
  lakh: 1e5,
  lac: 1e5,
  crore: 1e7,
  thousand: 1e3,
  million: 1e6,
  mn: 1e6,
  "'000": 1e3,
  '000': 1e3,
}

/** @returns rupees per printed figure and the words that say so */
export function unitOf(text: string): { unit: number; words: string | null } {
  const match = UNIT.exec(text.slice(0, 20_000))
  const word = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').toLowerCase().replace(/s$/, '')
  return { unit: UNITS[word] ?? 1, words: match === null ? null : match[0].trim() }
}

const PERIOD =
  /^(?:as (?:at|on)|(?:for the )?(?:year|period|quarter)(?: ended)?|fy|f\.y\.)?\s*(?:(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?[ -](?:\d{1,2},? )?)?['’]?(?:(?:19|20)\d{2}|\d{2})(?:\s?[-–/]\s?(?:(?:19|20)?\d{2}))?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^(?:current|previous|prior) (?:year|period)$|^(?:q[1-4]) ?(?:fy)? ?'?\d{2,4}.{0,6}$/i

/** A cell that names a period; a bare two-digit figure is a note number. */
const isPeriod = (text: string): boolean => {
  const words = text
    .replace(/\s+/g, ' ')
    .replace(/\((?:audited|unaudited|restated|₹|rs\.?).{0,16}\)/gi, '')
    .trim()
  return words.length >= 4 && words.length <= 40 && PERIOD.test(words)
}

interface Columns {
  periods: string[]
  cells: Cell[]
}

function columnsOf(row: Row): Columns | null {
  const cells = row.cells.filter(({ text }) => isPeriod(text))
  // A date alone on a line is that of the statement, not of a column.
  return cells.length >= 1 && row.cells.length >= 2
    ? { periods: cells.map(({ text }) => text.replace(/\s+/g, ' ').trim()), cells }
    : null
}

const isEmpty = (text: string): boolean => /^[\s\-–—.]*$|^nil$/i.test(text)
const sumOf = (text: string): number | null => {
  const money = parseMoney(text)
  if (money === null) return null
  return money.paise
}

interface Split {
  label: string
  start: number
  figures: Cell[]
}

const TRAILING = /^(.*?\p{L}.*?)((?:\s+[-(]?(?:₹\s?)?\d[\d,]*(?:\.\d+)?\)?|\s+[-–—](?=\s|$)){1,6})\s*$/u

/** Label and figures of a row; a line without columns is cut before its last figures. */
function split(row: Row): Split | null {
  const [first, ...others] = row.cells
  if (first === undefined) return null
  const at = row.cells.findIndex(({ text }) => /\p{L}{2}/u.test(text) && parseMoney(text) === null)
  if (at === -1) return null
  const label = row.cells[at]
  if (label === undefined) return null
  if (others.length > 0) return { label: label.text, start: label.start, figures: row.cells.slice(at + 1) }
  const match = TRAILING.exec(label.text.slice(0, 400))
  if (match === null) return { label: label.text, start: label.start, figures: [] }
  const [, words = '', tail = ''] = match
  // A year at the end of a title is no figure.
  if (/^\s*(?:19|20)\d{2}\s*$/.test(tail)) return { label: label.text, start: label.start, figures: [] }
  const figures = [...tail.matchAll(/\S+/g)].map(({ 0: text, index }) => {
    const start = label.start + words.length + index
    return { text, start, end: start + text.length, x0: null, x1: null }
  })
  return { label: words, start: label.start, figures }
}

/** The figures under the periods: the last so many, a note number in front left out. */
function valuesOf(figures: readonly Cell[], columns: Columns | null, unit: number): (number | null)[] | null {
  const sums = figures.filter(({ text }) => isEmpty(text) || sumOf(text) !== null)
  const count = columns?.periods.length ?? Math.min(2, sums.filter(({ text }) => !isEmpty(text)).length)
  if (count === 0 || sums.every(({ text }) => isEmpty(text))) return null
  const placed = columns?.cells.every(({ x0 }) => x0 !== null) === true && sums.every(({ x0 }) => x0 !== null)
  const chosen = placed && columns !== null ? byPlace(sums, columns.cells) : sums.slice(-count)
  const padded = [...chosen, ...Array.from({ length: Math.max(0, count - chosen.length) }, () => null)]
  return padded.map((cell) => {
    const paise = cell === null || isEmpty(cell.text) ? null : sumOf(cell.text)
    const scaled = paise === null ? null : paise * unit
    return scaled !== null && Number.isSafeInteger(scaled) ? scaled : null
  })
}

/** Figures stand under the heading whose right edge or middle is nearest; those far from all are notes. */
function byPlace(sums: readonly Cell[], columns: readonly Cell[]): (Cell | null)[] {
  const chosen: (Cell | null)[] = columns.map(() => null)
  for (const cell of sums) {
    const distances = columns.map(({ x0, x1 }) =>
      Math.min(
        Math.abs((x1 ?? 0) - (cell.x1 ?? 0)),
        Math.abs((x0 ?? 0) - (cell.x0 ?? 0)),
        Math.abs(((x0 ?? 0) + (x1 ?? 0)) / 2 - ((cell.x0 ?? 0) + (cell.x1 ?? 0)) / 2),
      ),
    )
    const nearest = distances.indexOf(Math.min(...distances))
    if ((distances[nearest] ?? 1) < 0.07) chosen[nearest] = cell
  }
  return chosen
}

const MOST_LINES = 2_000

/** Reads every line with a figure. Which statement a line belongs to follows from its name. Linear. */
export function readFinancials(document: ParsedDocument): ReadStatement {
  const { unit, words } = unitOf(document.text)
  const lines: StatementLine[] = []
  let columns: Columns | null = null
  let section: SectionName = 'none'
  for (const row of rowsOf(document)) {
    const own = columnsOf(row)
    if (
      own !== null &&
      !row.cells.some(
        ({ text }) => lineNamed(plainLabel(text), section) !== null && parseMoney(text) === null && !isPeriod(text),
      )
    ) {
      if (columns === null || own.periods.length >= columns.periods.length) columns = own
      continue
    }
    const parts = split(row)
    if (parts === null) continue
    const label = plainLabel(parts.label)
    const values = valuesOf(parts.figures, columns, unit)
    const opened = sectionOf(label)
    if (opened !== null && (values === null || !label.startsWith('total'))) section = opened
    if (values === null || lines.length >= MOST_LINES) continue
    const name = opened !== null && lineNamed(label, section) === null ? null : lineNamed(label, section)
    const per = name?.key === 'eps' ? values.map((value) => (value === null ? null : Math.round(value / unit))) : values
    lines.push({
      start: row.start,
      end: row.end,
      label: parts.label.replace(/\s+/g, ' ').trim().slice(0, 200),
      key: name?.key ?? null,
      title: name?.title ?? null,
      statement: name?.statement ?? null,
      section,
      values: per,
    })
  }
  const count = Math.max(0, ...lines.map(({ values }) => values.length))
  const periods =
    columns?.periods ?? Array.from({ length: count }, (_, index) => (index === 0 ? 'Current' : 'Previous'))
  return { periods, unit, unit_words: words, lines }
}

/** The values of a line by its key: a repeated key is added up, but a total is taken once. */
export function valuesBy(
  { lines, periods }: Pick<ReadStatement, 'lines' | 'periods'>,
  key: string,
): (number | null)[] | null {
  const found = lines.filter((one) => one.key === key)
  if (found.length === 0) return null
  const added = [
    'revenue',
    'cost_of_materials',
    'purchases',
    'other_expenses',
    'long_term_borrowings',
    'short_term_borrowings',
    'cash',
    'other_current_assets',
    'other_current_liabilities',
    'trade_payables',
    'intangible_assets',
    'provisions',
    'investments',
  ]
  const some = added.includes(key) ? found : found.slice(0, 1)
  return periods.map((_, index) => {
    const sums = some.map(({ values }) => values[index] ?? null).filter((value) => value !== null)
    return sums.length === 0 ? null : sums.reduce((total, value) => total + value, 0)
  })
}
