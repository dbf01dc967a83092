/** A report as a PDF on A4, drawn by Skia, which shapes Devanagari as it is written. */
import { PDFDocument } from '@napi-rs/canvas'
import type { Report, ReportFinding, ReportPart, ReportQuote } from '#findings/report.ts'
import { fontOf, hasLetter, loadFonts, weightOf } from '#server/runners/paperwork/fonts.ts'
import { colourOf, INK, LINE, MUTED, SOFT } from './colours.ts'

// All lengths in points.
const [WIDTH, HEIGHT, MARGIN, FOOT] = [595.28, 841.89, 48, 40]
const LEADING = 1.4
const EDGE = 3
const INDENT = 14
const MOST_PAGES = 500
/** Words whose width is remembered. */
const MOST_WIDTHS = 50_000

/** A piece of a line in one look. */
interface Run {
  text: string
  size?: number
  bold?: boolean
  colour?: string
  struck?: boolean
}

interface Piece extends Required<Run> {
  width: number
}

type Page = ReturnType<PDFDocument['beginPage']>

class Sheet {
  readonly #pdf: PDFDocument
  readonly #footer: string
  readonly #widths = new Map<string, number>()
  #font = ''
  #page: Page
  #number = 1
  #y = MARGIN

  constructor(title: string, footer: string) {
    this.#pdf = new PDFDocument({ title })
    this.#footer = footer
    this.#page = this.#begin()
  }

  get isFull(): boolean {
    return this.#number > MOST_PAGES
  }

  #begin(): Page {
    const page = this.#pdf.beginPage(WIDTH, HEIGHT)
    page.textBaseline = 'top'
    this.#font = ''
    return page
  }

  #end(): void {
    this.#use(8, false)
    this.#page.fillStyle = `#${MUTED}`
    this.#page.fillText(this.#footer, MARGIN, HEIGHT - FOOT + 12)
    const number = `Page ${this.#number}`
    this.#page.fillText(number, WIDTH - MARGIN - this.#page.measureText(number).width, HEIGHT - FOOT + 12)
    this.#pdf.endPage()
  }

  /** A new page where what follows has no room. */
  room(height: number): void {
    if (this.#y + height <= HEIGHT - FOOT - 8 || this.#y === MARGIN) return
    this.#end()
    this.#page = this.#begin()
    this.#number += 1
    this.#y = MARGIN
  }

  space(height: number): void {
    if (this.#y > MARGIN) this.#y += height
  }

  line(colour = LINE): void {
    this.#page.fillStyle = `#${colour}`
    this.#page.fillRect(MARGIN, this.#y, WIDTH - 2 * MARGIN, 0.75)
    this.#y += 6
  }

  #use(size: number, bold: boolean): void {
    const font = fontOf(size, bold)
    // Reading the name of a font takes longer than measuring a word.
    if (font !== this.#font) {
      this.#page.font = font
      this.#page.fontVariationSettings = weightOf(bold)
    }
    this.#font = font
  }

  #width({ text, size, bold }: Pick<Piece, 'text' | 'size' | 'bold'>): number {
    const key = `${size} ${bold} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    this.#use(size, bold)
    const { width } = this.#page.measureText(text)
    if (this.#widths.size < MOST_WIDTHS) this.#widths.set(key, width)
    return width
  }

  #pieces(runs: readonly Run[]): Piece[] {
    return runs.flatMap(({ text, size = 10, bold = false, colour = INK, struck = false }) =>
      text
        .replaceAll('\t', '    ')
        .split(/(\n)|(?<=[ ])(?=[^ ])/)
        .filter(Boolean)
        .map((word) => {
          const known = word === '\n' ? word : [...word].map((one) => (hasLetter(one) ? one : '□')).join('')
          const look = { text: known, size, bold, colour, struck }
          return { ...look, width: word === '\n' ? 0 : this.#width(look) }
        }),
    )
  }

  /** Words in lines no wider than `width`; a word that is longer than a line is cut. */
  #lines(runs: readonly Run[], width: number): Piece[][] {
    const lines: Piece[][] = [[]]
    let used = 0
    const next = () => {
      lines.push([])
      used = 0
    }
    const add = (piece: Piece) => {
      lines.at(-1)?.push(piece)
      used += piece.width
    }
    for (const piece of this.#pieces(runs)) {
      if (piece.text === '\n') {
        next()
        continue
      }
      if (used > 0 && used + this.#width({ ...piece, text: piece.text.trimEnd() }) > width) next()
      let rest = piece
      while (rest.width > width && rest.text.trimEnd().length > 1) {
        const fits = this.#fitting(rest, width)
        add({ ...rest, text: rest.text.slice(0, fits) })
        next()
        const text = rest.text.slice(fits)
        rest = { ...rest, text, width: this.#width({ ...rest, text }) }
      }
      add(rest)
    }
    return lines
  }

  #fitting(piece: Piece, width: number): number {
    let [low, high] = [1, piece.text.length]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.#width({ ...piece, text: piece.text.slice(0, middle) }) <= width) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Text from `left` of the margin on, with a coloured edge at its left where one is named. */
  text(runs: readonly Run[], { left = 0, edge = null }: { left?: number; edge?: string | null } = {}): void {
    for (const line of this.#lines(runs, WIDTH - 2 * MARGIN - left)) {
      const size = Math.max(10, ...line.map((piece) => piece.size))
      const height = size * LEADING
      this.room(height)
      if (this.isFull) return
      if (edge !== null) {
        this.#page.fillStyle = `#${edge}`
        this.#page.fillRect(MARGIN, this.#y - 1, EDGE, height + 1)
      }
      let x = MARGIN + left
      for (const piece of line) {
        this.#draw(piece, x, this.#y + (size - piece.size) * 0.8)
        x += piece.width
      }
      this.#y += height
    }
  }

  #draw({ text, size, bold, colour, struck, width }: Piece, x: number, y: number): void {
    this.#use(size, bold)
    this.#page.fillStyle = `#${colour}`
    this.#page.fillText(text, x, y)
    if (struck) this.#page.fillRect(x, y + size * 0.52, width, 0.8)
  }

  /** A table over the whole width; its first row is its head. */
  table(rows: readonly (readonly string[])[]): void {
    const count = Math.min(12, Math.max(1, ...rows.map((row) => row.length)))
    const width = (WIDTH - 2 * MARGIN) / count
    for (const [index, row] of rows.entries()) {
      const cells = Array.from({ length: count }, (_, column) =>
        this.#lines([{ text: row[column] ?? '', size: 9, bold: index === 0 }], width - 8).slice(0, 40),
      )
      const height = Math.max(...cells.map((lines) => lines.length)) * 9 * LEADING + 6
      this.room(height)
      if (this.isFull) return
      if (index === 0) {
        this.#page.fillStyle = `#${SOFT}`
        this.#page.fillRect(MARGIN, this.#y, WIDTH - 2 * MARGIN, height)
      }
      for (const [column, lines] of cells.entries())
        for (const [at, pieces] of lines.entries()) {
          let x = MARGIN + column * width + 4
          for (const piece of pieces) {
            this.#draw(piece, x, this.#y + 3 + at * 9 * LEADING)
            x += piece.width
          }
        }
      this.#page.fillStyle = `#${LINE}`
      this.#page.fillRect(MARGIN, this.#y + height, WIDTH - 2 * MARGIN, 0.5)
      this.#y += height
    }
    this.#y += 8
  }

  close(): Buffer {
    this.#end()
    return this.#pdf.close()
  }
}

const quoteRuns = ({ before, words, after, where }: ReportQuote): Run[] => [
  { text: `“${before}`, size: 9.5, colour: MUTED },
  { text: words, size: 9.5, bold: before !== '' || after !== '' },
  { text: `${after}”`, size: 9.5, colour: MUTED },
  ...(where ? [{ text: `   ${where}`, size: 8.5, colour: MUTED }] : []),
]

function drawFinding(sheet: Sheet, finding: ReportFinding): void {
  const { label, title, verdict, decision, details, notes, quotes } = finding
  const colour = colourOf(verdict)
  const look = { left: INDENT, edge: colour }
  sheet.space(8)
  // A finding does not begin at the foot of a page.
  sheet.room(60)
  sheet.text(
    [
      { text: label, size: 11, bold: true, struck: verdict === 'edited' || verdict === 'rejected' },
      ...(details.length > 0 ? [{ text: `   ${details.join(' · ')}`, size: 8.5, colour: MUTED }] : []),
    ],
    look,
  )
  if (title) sheet.text([{ text: title }], look)
  sheet.text([{ text: decision, size: 9.5, bold: true, colour: verdict === null ? MUTED : colour }], look)
  for (const note of notes) sheet.text([{ text: note }], look)
  for (const quote of quotes) sheet.text(quoteRuns(quote), look)
}

function drawPart(sheet: Sheet, part: ReportPart): void {
  if (part.kind === 'finding') drawFinding(sheet, part.finding)
  else if (part.kind === 'table') sheet.table(part.rows)
  else if (part.kind === 'text') sheet.text([{ text: part.text, colour: MUTED }])
  else {
    const isTab = part.kind === 'tab'
    sheet.space(isTab ? 20 : 12)
    sheet.room(80)
    sheet.text([{ text: part.text, size: isTab ? 15 : 11, bold: true, colour: isTab ? INK : MUTED }])
    if (isTab) sheet.line()
  }
}

export function reportPdf(report: Report): Buffer {
  loadFonts()
  const sheet = new Sheet(report.title, report.notice ?? '')
  sheet.text([{ text: report.title, size: 20, bold: true }])
  for (const fact of report.facts) sheet.text([{ text: fact, colour: MUTED }])
  if (report.summary) sheet.text([{ text: report.summary, bold: true }])
  if (report.notice) {
    sheet.space(4)
    sheet.text([{ text: report.notice, bold: true, colour: colourOf('edited') }])
  }
  for (const part of report.parts) {
    if (sheet.isFull) break
    drawPart(sheet, part)
  }
  return sheet.close()
}
