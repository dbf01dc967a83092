/** Blocks as a PDF on A4, drawn by Skia, which shapes Devanagari as it is written. Letters of other scripts are told. */
import { PDFDocument } from '@napi-rs/canvas'
import type { Block } from '#nodes/paperwork.ts'
import { fontOf, hasLetter, loadFonts, weightOf } from './fonts.ts'

/** Sums of money stand to the right. */
const FIGURES = /^[−-]?₹?[−-]?\d[\d,]*\.\d\d$/

const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 56]
const TEXT_WIDTH = WIDTH - 2 * MARGIN
const SIZES = [18, 15, 13, 12, 11, 11] as const
const BODY = 10.5
const CELL = 9
const CELL_PAD = 4
const LEADING = 1.35
const MOST_PAGES = 1_000

type Page = ReturnType<PDFDocument['beginPage']>

interface Style {
  size: number
  bold: boolean
}

/** @returns the file, and characters for which there is no letter: a box replaces them */
export function writePdf(
  blocks: readonly Block[],
  { title }: { title: string },
): { bytes: Buffer; unknown: string[]; cut: boolean } {
  loadFonts()
  const sheet = new Sheet(title)
  for (const block of blocks) {
    if (sheet.full) break
    if (block.kind === 'heading')
      sheet.lines(block.text, { size: SIZES[Math.min(5, Math.max(0, block.level - 1))] ?? BODY, bold: true }, 6)
    else if (block.kind === 'paragraph') sheet.lines(block.text, { size: BODY, bold: false }, 0)
    else if (block.kind === 'table') sheet.table(block.rows)
  }
  return sheet.close()
}

class Sheet {
  readonly #pdf: PDFDocument
  readonly #unknown = new Set<string>()
  #page: Page
  #pages = 1
  #y = MARGIN

  constructor(title: string) {
    this.#pdf = new PDFDocument({ title })
    this.#page = this.#begin()
  }

  get full(): boolean {
    return this.#pages > MOST_PAGES
  }

  #begin(): Page {
    const page = this.#pdf.beginPage(WIDTH, HEIGHT)
    page.fillStyle = '#000'
    page.strokeStyle = '#999'
    page.lineWidth = 0.5
    page.textBaseline = 'top'
    return page
  }

  #room(height: number): void {
    if (this.#y + height <= HEIGHT - MARGIN || this.#y === MARGIN) return
    this.#pdf.endPage()
    this.#page = this.#begin()
    this.#pages++
    this.#y = MARGIN
  }

  #use({ size, bold }: Style): void {
    this.#page.font = fontOf(size, bold)
    this.#page.fontVariationSettings = weightOf(bold)
  }

  #known(text: string): string {
    return [...text.replaceAll('\t', '    ')]
      .map((character) => {
        if (hasLetter(character)) return character
        this.#unknown.add(character)
        return '□'
      })
      .join('')
  }

  /** A line per line of the text, or more where it is too long. */
  #wrapped(text: string, width: number): string[] {
    return this.#known(text)
      .split('\n')
      .flatMap((line) => this.#wrapLine(line, width))
  }

  #wrapLine(line: string, width: number): string[] {
    const lines: string[] = []
    let current = ''
    for (const word of line.split(/(?<= )(?=[^ ])/)) {
      if (this.#wide(current + word.trimEnd()) <= width) {
        current += word
        continue
      }
      if (current !== '') lines.push(current)
      current = word
      while (this.#wide(current.trimEnd()) > width) {
        const fits = this.#fitting(current, width)
        lines.push(current.slice(0, fits))
        current = current.slice(fits)
      }
    }
    return [...lines, current]
  }

  /** How many characters of a word that is longer than a line stand on one. */
  #fitting(word: string, width: number): number {
    let [low, high] = [1, word.length]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.#wide(word.slice(0, middle)) <= width) low = middle
      else high = middle - 1
    }
    return low
  }

  #wide(text: string): number {
    return this.#page.measureText(text).width
  }

  lines(text: string, style: Style, before: number): void {
    this.#y += this.#y === MARGIN ? 0 : before
    this.#use(style)
    const height = style.size * LEADING
    for (const line of this.#wrapped(text, TEXT_WIDTH)) {
      this.#room(height)
      // A new page begins with no font.
      this.#use(style)
      this.#page.fillText(line, MARGIN, this.#y)
      this.#y += height
    }
    this.#y += BODY * 0.6
  }

  table(rows: readonly (readonly string[])[]): void {
    this.#use({ size: CELL, bold: false })
    const widths = this.#columns(rows)
    for (const row of rows) {
      if (this.full) return
      this.#use({ size: CELL, bold: false })
      const cells = widths.map((width, index) => this.#wrapped(row[index] ?? '', width - 2 * CELL_PAD).slice(0, 60))
      const height = Math.max(...cells.map((lines) => lines.length)) * CELL * LEADING + 2 * CELL_PAD
      this.#room(height)
      this.#use({ size: CELL, bold: false })
      let x = MARGIN
      for (const [index, lines] of cells.entries()) {
        const width = widths[index] ?? 0
        this.#page.strokeRect(x, this.#y, width, height)
        const figures = FIGURES.test(row[index] ?? '')
        for (const [number, line] of lines.entries()) {
          const from = figures ? x + width - CELL_PAD - this.#wide(line) : x + CELL_PAD
          this.#page.fillText(line, from, this.#y + CELL_PAD + number * CELL * LEADING)
        }
        x += width
      }
      this.#y += height
    }
    this.#y += BODY
  }

  /** The whole width, shared by how long the texts of a column are. */
  #columns(rows: readonly (readonly string[])[]): number[] {
    const count = Math.min(30, Math.max(1, ...rows.map((row) => row.length)))
    const wanted = Array.from({ length: count }, (_, index) => {
      const widest = Math.max(...rows.slice(0, 200).map((row) => this.#wide((row[index] ?? '').slice(0, 60))))
      return Math.min(220, Math.max(24, widest + 2 * CELL_PAD + 1))
    })
    const total = wanted.reduce((sum, width) => sum + width, 0)
    return wanted.map((width) => (width * TEXT_WIDTH) / Math.max(total, TEXT_WIDTH))
  }

  close(): { bytes: Buffer; unknown: string[]; cut: boolean } {
    this.#pdf.endPage()
    return { bytes: this.#pdf.close(), unknown: [...this.#unknown].slice(0, 50), cut: this.full }
  }
}
