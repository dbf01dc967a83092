/** A document as rows of cells with their places: tables of PDF and DOCX, CSV, Markdown tables, and text set in columns. */
import type { ParsedDocument } from '#nodes/ports.ts'

export interface Cell {
  text: string
  /** UTF-16 offsets in the document's text, end exclusive. */
  start: number
  end: number
  /** Its position on the line, from 0 to about 1; null where only the order of the cells counts. */
  x0: number | null
  x1: number | null
}

export interface Row {
  cells: Cell[]
  start: number
  end: number
}

/** Longer lines are data in one piece, not rows. */
const LONGEST_LINE = 20_000
const MOST_CELLS = 200
const CSV_MARKS = [',', ';', '\t'] as const

interface Span {
  start: number
  end: number
}

function* lines(text: string): Generator<Span> {
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    if (end - start <= LONGEST_LINE && text.slice(start, end).trim() !== '') yield { start, end }
    start = end + 1
  }
}

function trimmed(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end]
  while (from < to && /\s/.test(text[from] ?? '')) from++
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--
  return { start: from, end: to }
}

/** Cells between marks; a field in quotes keeps its marks (RFC 4180) and loses its quotes. */
function marked(text: string, line: Span, mark: string): Span[] {
  const out: Span[] = []
  let [from, at, quoted] = [line.start, line.start, false]
  for (; at < line.end && out.length < MOST_CELLS; at++) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (character === mark && !quoted) {
      out.push({ start: from, end: at })
      from = at + 1
    }
  }
  out.push({ start: from, end: line.end })
  return out.map((span) => {
    const cell = trimmed(text, span)
    const inQuotes = cell.end - cell.start >= 2 && text[cell.start] === '"' && text[cell.end - 1] === '"'
    return inQuotes ? { start: cell.start + 1, end: cell.end - 1 } : cell
  })
}

function barred(text: string, line: Span): Span[] {
  const inner = trimmed(text, line)
  const start = text[inner.start] === '|' ? inner.start + 1 : inner.start
  const end = text[inner.end - 1] === '|' && inner.end - 1 > start ? inner.end - 1 : inner.end
  return marked(text, { start, end }, '|')
}

/** The marks of a Markdown heading are no words of it. */
const headingMarks = (text: string, { start, end }: Span): number =>
  start + (/^\s{0,3}#{1,6} /.exec(text.slice(start, Math.min(end, start + 12)))?.[0].length ?? 0)

/** Runs of two blanks and more stand between the columns of typed tables. */
function spaced(text: string, line: Span): Span[] {
  const out: Span[] = []
  const from = headingMarks(text, line)
  for (const match of text.slice(from, line.end).matchAll(/\S+(?: \S+)*/g))
    if (out.length < MOST_CELLS) out.push({ start: from + match.index, end: from + match.index + match[0].length })
  return out
}

/** A comma inside of a figure, as in 1,23,456: it is not in quotes where lines are not CSV. */
const GROUPED = /(?<![\d.])\d{1,3},\d{2,3}(?=[,.\s)]|$)/g
const MOST_GROUPED = 0.3

/** Most commas that do not stand in quotes group digits. */
function groupsDigits(text: string): boolean {
  const bare = text.replace(/"[^"\n]{0,400}"/g, '')
  const commas = bare.match(/,/g)?.length ?? 0
  return (bare.match(GROUPED)?.length ?? 0) > MOST_GROUPED * commas
}

/** The separator of a CSV file: the character that occurs equally often, at least twice, on most of the first lines. */
export function csvMark(text: string): string | null {
  const sample = [...lines(text.slice(0, 60_000))].slice(0, 60)
  if (sample.length < 2) return null
  const grouped = groupsDigits(text.slice(0, 60_000))
  for (const mark of CSV_MARKS) {
    if (mark === ',' && grouped) continue
    const counts = new Map<number, number>()
    for (const line of sample) {
      const count = marked(text, line, mark).length
      if (count >= 3) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    if (Math.max(0, ...counts.values()) >= Math.max(2, 0.5 * sample.length)) return mark
  }
  return null
}

/**
 * Position of a cell on its page, from the items it touches; null without layout. Items are sorted: found by binary
 * search.
 */
function across({ items }: ParsedDocument, { start, end }: Span): readonly [number, number] | null {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  let place: [number, number] | null = null
  for (let index = low; index < items.length && (items[index]?.start ?? end) < end; index++) {
    const box = items[index]?.box
    if (box === undefined) break
    place = place === null ? [box[0], box[2]] : [Math.min(place[0], box[0]), Math.max(place[1], box[2])]
  }
  return place
}

/** A typed line is thought this many characters wide. */
const TYPED_WIDTH = 200

/** Every line that is not blank as a row. A line without columns is a row of one cell. Linear, but for finding items. */
export function rowsOf(document: ParsedDocument): Row[] {
  const { text } = document
  const mark = document.meta.format === 'text' ? csvMark(text) : null
  const rows: Row[] = []
  for (const line of lines(text)) {
    const words = text.slice(line.start, line.end)
    if (/^\s*\|?[\s|:-]*-{3}[\s|:-]*\|?\s*$/.test(words)) continue
    const bars = words.trimStart().startsWith('|')
    const tabs = words.includes('\t')
    const spans = bars
      ? barred(text, line)
      : mark !== null && !(mark !== '\t' && tabs)
        ? marked(text, line, mark)
        : tabs
          ? marked(text, line, '\t')
          : spaced(text, line)
    const typed = !bars && mark === null && !tabs
    rows.push({
      start: line.start,
      end: line.end,
      cells: spans.map((span) => {
        const [x0, x1] =
          document.items.length > 0
            ? (across(document, span) ?? [null, null])
            : typed
              ? [(span.start - line.start) / TYPED_WIDTH, (span.end - line.start) / TYPED_WIDTH]
              : [null, null]
        return { text: text.slice(span.start, span.end), start: span.start, end: span.end, x0, x1 }
      }),
    })
  }
  return rows
}

/**
 * The cells of a row under the columns of a header: by order where order is all there is and the counts agree, else each to the
 * column whose edges are nearest. A column may hold several cells, joined by a blank.
 */
export function underHeader(header: Row, row: Row): (Cell | null)[] {
  const placed = [...header.cells, ...row.cells.filter(({ text }) => text !== '')].every(({ x0 }) => x0 !== null)
  if (!placed) return header.cells.map((_, index) => row.cells[index] ?? null)
  const columns: (Cell | null)[] = header.cells.map(() => null)
  for (const cell of row.cells) {
    if (cell.text === '') continue
    const nearest = nearestColumn(header.cells, cell)
    const there = columns[nearest]
    columns[nearest] =
      there === null || there === undefined
        ? cell
        : {
            text: `${there.text} ${cell.text}`,
            start: Math.min(there.start, cell.start),
            end: Math.max(there.end, cell.end),
            x0: there.x0,
            x1: cell.x1,
          }
  }
  return columns
}

/** Figures are set to the right edge, words to the left, some to the middle: the nearest of the three counts. */
function nearestColumn(columns: readonly Cell[], cell: Cell): number {
  let [best, distance] = [0, Infinity]
  for (const [index, column] of columns.entries()) {
    const [a0, a1, b0, b1] = [column.x0 ?? 0, column.x1 ?? 0, cell.x0 ?? 0, cell.x1 ?? 0]
    const apart = Math.min(Math.abs(a0 - b0), Math.abs(a1 - b1), Math.abs((a0 + a1) / 2 - (b0 + b1) / 2))
    if (apart < distance) [best, distance] = [index, apart]
  }
  return best
}
