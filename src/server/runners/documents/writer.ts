/** Writes rows of pages into one text and keeps where everything went. */
import type { DocumentPage, ParsedDocument, TextItem } from '#nodes/ports.ts'
import type { Fragment } from './fragments.ts'
import type { Row, Segment } from './segments.ts'
import { findTables } from './tables.ts'

/** Fragments closer than this many font sizes are parts of one word. */
const WORD_GAP = 0.13
/** Fragments of one font closer than this become one item: an ordinary space, even a stretched one. */
const ITEM_GAP = 0.7
/** A gap between rows wider than the usual one by this many row heights is a new paragraph. */
const PARAGRAPH_GAP = 0.33

interface WrittenRow {
  row: Row
  start: number
  end: number
  page: number
  /** There is a wide gap before it, or it is the first of its page. */
  opens: boolean
}

/** Places of words in one document: 600 on each page of the longest one that is read. */
const MAX_ITEMS = 300_000

/** @throws RangeError when the text passes `maxChars`, or has more places than can be shown. */
export class DocumentWriter {
  readonly items: TextItem[] = []
  readonly pages: DocumentPage[] = []
  readonly tables: ParsedDocument['tables'] = []
  readonly rows: WrittenRow[] = []
  readonly #parts: string[] = []
  readonly #maxChars: number
  #length = 0

  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  get text(): string {
    return this.#parts.join('')
  }

  page(number: number, size: { width: number; height: number }, blocks: Row[][]): void {
    if (this.#length > 0) this.#write('\n\n')
    const start = this.#length
    for (const [i, rows] of blocks.entries()) {
      if (i > 0 && this.#length > start) this.#write('\n\n')
      this.#block(rows, number)
    }
    this.pages.push({ page: number, start, end: this.#length, width: round(size.width), height: round(size.height) })
  }

  #write(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
    if (this.#length > this.#maxChars) throw new RangeError('too much text')
  }

  #block(rows: Row[], page: number): void {
    const spans: { start: number; end: number }[] = []
    const texts = new Map<Segment, string>()
    // First the tables: finding them may split cells of the rows.
    const tables = findTables(rows)
    const usual = usualGap(rows)
    const right = Math.max(...rows.flatMap((row) => row.segments.map((s) => s.x1)))
    for (const [i, row] of rows.entries()) {
      const above = rows[i - 1]
      const opens = above === undefined || isParagraph(above, row, usual) || isTitle(above, row, right)
      if (above !== undefined) this.#write(opens ? '\n\n' : '\n')
      const start = this.#length
      for (const [j, segment] of row.segments.entries()) {
        if (j > 0) this.#write('\t')
        texts.set(segment, this.#segment(segment, page))
      }
      spans.push({ start, end: this.#length })
      this.rows.push({ row, start, end: this.#length, page, opens })
    }
    for (const table of tables) {
      const cells = table.cells.map((row) => row.map((cell) => cell.map((s) => texts.get(s) ?? '').join(' ')))
      const [first, last] = [spans[table.first], spans[table.last]]
      if (first !== undefined && last !== undefined)
        this.tables.push({ page, rows: cells, start: first.start, end: last.end })
    }
  }

  #segment(segment: Segment, page: number): string {
    const from = this.#parts.length
    let before: Fragment | null = null
    let item: TextItem | null = null
    for (const f of segment.fragments) {
      const gap: number = before === null ? 0 : (f.x0 - before.x1) / f.size
      // A cell may hold several lines.
      const below = before !== null && f.y0 > (before.y0 + before.y1) / 2
      if (before !== null && (below || gap > WORD_GAP)) this.#write(' ')
      const start = this.#length
      this.#write(f.text)
      const same = before !== null && before.font === f.font && before.size === f.size
      if (item !== null && same && !below && gap < ITEM_GAP) grow(item, this.#length, f.box)
      else {
        item = { start, end: this.#length, page, box: f.box }
        this.items.push(item)
        if (this.items.length > MAX_ITEMS) throw new RangeError('too many places')
      }
      before = f
    }
    return this.#parts.slice(from).join('')
  }
}

const grow = (item: TextItem, end: number, box: TextItem['box']): void => {
  const [a, b, c, d] = item.box
  item.end = end
  item.box = [Math.min(a, box[0]), Math.min(b, box[1]), Math.max(c, box[2]), Math.max(d, box[3])]
}

/** The middle one of the gaps between rows, so that double spacing does not make every line a paragraph. */
const usualGap = (rows: Row[]): number => {
  const gaps = rows.flatMap((row, i) => {
    const above = rows[i - 1]
    return above === undefined || row.y0 < above.y0 ? [] : [row.y0 - above.y1]
  })
  return Math.max(0, gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0)
}

const isParagraph = (above: Row, row: Row, usual: number): boolean => {
  if (row.y0 < above.y0) return true
  if (Math.max(row.size, above.size) > 1.2 * Math.min(row.size, above.size)) return true
  return row.y0 - above.y1 > usual + PARAGRAPH_GAP * Math.min(above.y1 - above.y0, row.y1 - row.y0)
}

/**
 * Whether a short row in another font is a heading above a text: its words are not the beginning of that text's
 * sentence.
 */
const isTitle = (above: Row, row: Row, right: number): boolean => {
  const [title, ...others] = above.segments
  if (title === undefined || others.length > 0 || title.x1 > 0.75 * right) return false
  const fonts = new Set(title.fragments.map((f) => f.font))
  return !fonts.has('') && row.segments.every((s) => s.fragments.every((f) => !fonts.has(f.font)))
}

const round = (value: number): number => Math.round(value * 100) / 100
