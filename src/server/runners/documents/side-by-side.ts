/** Whether two groups of text that stand side by side belong to the same rows (a table, a form) or must be read apart (columns, side notes). */
import { extentOf, linesOf, median, rowsOf, type Segment, textOf } from './segments.ts'
import { findTables } from './tables.ts'

export const MIN_COLUMN_LINES = 4
const MIN_PROSE_CHARS = 22
/** Base lines further apart than this many font sizes are not of one row. */
const SAME_BASELINE = 0.2
/** Above this many segments only columns of prose are looked for: the other questions compare lines with lines. */
const MAX_COMPARED = 3000
const SHORT_MARK = /^(?:[•●▪◦‣·*–—-]|\(?\w{1,3}[.)])$/
const LABEL_END = /:$/

/** Lines with fewer characters do not tell whether they go on: units and names are short and begin small, too. */
const SHORTEST_LINE = 8
const SHORTEST_CELL = 4

interface Line {
  text: string
  x0: number
  x1: number
  y0: number
  y1: number
  size: number
}

const lineOf = (segments: Segment[]): Line => {
  const sorted = segments.toSorted((a, b) => a.x0 - b.x0)
  return { ...extentOf(sorted), text: sorted.map(textOf).join(' '), size: Math.max(...sorted.map((s) => s.size)) }
}

/** Two adjacent columns of running text. */
export const areColumns = (left: Segment[], right: Segment[]): boolean =>
  !isOneTable(left, right) && isProse(left) && isProse(right) && areBeside(left, right)

/** A ruled table is read row by row: a cut through it would part its cells. */
const isOneTable = (left: Segment[], right: Segment[]): boolean =>
  left.some((a) => a.ruled && right.some((b) => b.ruled && a.y0 === b.y0 && a.y1 === b.y1))

/** Whether reading row by row would break a sentence of one side with words of the other. `boxed`: one side has a box drawn around it. */
export function areApart(left: Segment[], right: Segment[], boxed = false): boolean {
  if (left.length === 0 || right.length === 0 || isOneTable(left, right) || left.length + right.length > MAX_COMPARED)
    return false
  const [a, b] = [left, right].map((side) => linesOf(side, (s) => s).map(lineOf)) as [Line[], Line[]]
  if (isPairs(a, b) || (!boxed && isTable([...left, ...right]))) return false
  return isInterrupted(a, b) || isMisaligned(a, b, boxed ? 1 : 2)
}

/** Lines that are long, nearly fill their column, and are mostly letters rather than gaps between cells. */
const isProse = (side: Segment[]): boolean => {
  const lines = linesOf(side, (s) => s).map((line) => {
    const { x0, x1 } = extentOf(line)
    const inked = line.reduce((sum, s) => sum + s.x1 - s.x0, 0)
    return { chars: line.reduce((sum, s) => sum + s.chars, 0), length: x1 - x0, inked: inked / (x1 - x0) }
  })
  if (lines.length < MIN_COLUMN_LINES) return false
  const { x0, x1 } = extentOf(side)
  return (
    median(lines.map((line) => line.chars)) >= MIN_PROSE_CHARS &&
    median(lines.map((line) => line.length)) >= 0.6 * (x1 - x0) &&
    median(lines.map((line) => line.inked)) >= 0.7
  )
}

const areBeside = (left: Segment[], right: Segment[]): boolean => {
  const [a, b] = [extentOf(left), extentOf(right)]
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return shared > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
}

/** Short names on the left, one for each line on the right: the rows of a list or a form. */
const isPairs = (left: Line[], right: Line[]): boolean =>
  left.length === right.length &&
  median(left.map((line) => line.text.length)) < MIN_PROSE_CHARS &&
  !left.some((_, i) => isWrapped(left, i) || (isWrapped(left, i, SHORTEST_CELL) && isWrapped(right, i))) &&
  left.every((line, i) => isSameRow(line, right[i] ?? line))

const isTable = (segments: Segment[]): boolean => {
  const rows = rowsOf(segments)
  const tables = findTables(rows).filter(({ cells }) => (cells[0]?.length ?? 0) >= 3)
  return tables.reduce((sum, { first, last }) => sum + last - first + 1, 0) > 0.6 * rows.length
}

const isSameRow = (a: Line, b: Line): boolean =>
  Math.abs(a.y1 - b.y1) <= SAME_BASELINE * Math.max(a.size, b.size) ||
  Math.abs((a.y0 + a.y1) / 2 - (b.y0 + b.y1) / 2) <= 0.1 * Math.max(a.size, b.size)

const overlap = (a: Line, b: Line): boolean =>
  Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0.3 * Math.min(a.y1 - a.y0, b.y1 - b.y0)

/**
 * Whether the sentence of line `i` continues in the next line: that line is close, plainly continues, and its first
 * word did not fit before.
 */
function isWrapped(lines: Line[], i: number, shortest = SHORTEST_LINE): boolean {
  const [line, next] = [lines[i], lines[i + 1]]
  if (line === undefined || next === undefined) return false
  const size = Math.max(line.size, next.size)
  if (next.y0 - line.y1 > 0.9 * size || size > 1.15 * Math.min(line.size, next.size)) return false
  if (line.text.length < shortest || /[.:;!?]$/.test(line.text)) return false
  const continues = /^[\p{Ll}(]/u.test(next.text) || /(?:[,/(-]|\b(?:and|or|of|the|with|to|a|in|for))$/i.test(line.text)
  if (!continues) return false
  const firstWord = next.text.search(/\s/) < 0 ? next.text.length : next.text.search(/\s/)
  const width = ((next.x1 - next.x0) * (firstWord + 1)) / Math.max(1, next.text.length)
  return line.x1 + width > Math.max(...lines.map(({ x1 }) => x1)) - 0.5 * size
}

function isInterrupted(left: Line[], right: Line[]): boolean {
  const between = (line: Line, others: Line[]) => others.filter((other) => overlap(line, other))
  const isOwn = ({ text }: Line) => !LABEL_END.test(text) && !SHORT_MARK.test(text)
  return (
    left.some((line, i) => isOwn(line) && isWrapped(left, i) && between(line, right).length > 0) ||
    right.some((_, i) => {
      const next = right[i + 1]
      return next !== undefined && isWrapped(right, i) && between(next, left).some(isOwn)
    })
  )
}

function isMisaligned(left: Line[], right: Line[], fewest: number): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left]
  const met = few.filter((line) => many.some((other) => overlap(line, other)))
  if (met.length < fewest) return false
  const aligned = met.filter((line) =>
    many.some((other) => isSameRow(line, other) || (overlap(line, other) && LABEL_END.test(other.text))),
  )
  return aligned.length < 0.5 * met.length
}

/** Whether both begin on one line, as the cells of a row do. */
export const beginTogether = (left: Segment[], right: Segment[]): boolean => {
  const [a, b] = [left, right].map((side) => linesOf(side, (s) => s).map(lineOf)[0])
  return a !== undefined && b !== undefined && isSameRow(a, b)
}
