/** Sets the sample documents as PDFs into `src/web/public/samples`, where "Try it" offers them. Run after editing a sample. */
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { root } from './processes.ts'

const from = join(root, 'src/server/seed/samples')
const to = join(root, 'src/web/public/samples')
/** pdfkit's own fonts lack the rupee sign. */
const printable = (text: string) => text.replaceAll('₹', 'Rs. ')

function set(pdf: PDFKit.PDFDocument, lines: string[]): void {
  for (let at = 0; at < lines.length; at++) {
    const line = printable(lines[at] ?? '')
    if (line.startsWith('## ')) pdf.moveDown(0.6).font('Helvetica-Bold').fontSize(13).text(line.slice(3)).moveDown(0.2)
    else if (line.startsWith('# ')) pdf.font('Helvetica-Bold').fontSize(20).text(line.slice(2)).moveDown(0.4)
    else if (line.startsWith('|')) at = setTable(pdf, lines, at)
    else if (line) pdf.font('Helvetica').fontSize(10.5).text(line, { lineGap: 3 })
  }
}

const WIDTH = 451

/** Where the columns begin and how large they are set: up to four stand 90 apart, more by their longest cell. */
function columnsOf(rows: readonly string[][]): { size: number; at: (column: number) => number } {
  const count = rows[0]?.length ?? 0
  if (count <= 4) return { size: 10.5, at: (column) => 72 + (column === 0 ? 0 : 220 + (column - 1) * 90) }
  const longest = Array.from({ length: count }, (_, column) =>
    Math.max(8, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const all = longest.reduce((sum, length) => sum + length, 0)
  const before = (column: number) => longest.slice(0, column).reduce((sum, length) => sum + length, 0)
  return { size: 8, at: (column) => 72 + (WIDTH * before(column)) / all }
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** @returns the index of the table's last line */
function setTable(pdf: PDFKit.PDFDocument, lines: string[], start: number): number {
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'))
  const { size, at: place } = columnsOf(lines.slice(start, end === -1 ? undefined : end).map(cellsOf))
  let at = start
  while (lines[at]?.startsWith('|')) {
    const cells = cellsOf(lines[at] ?? '')
    if (pdf.y > 750) pdf.addPage()
    const y = pdf.y
    pdf.font(at === start ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    for (const [column, cell] of cells.entries()) {
      pdf.text(cell, place(column), y, { lineBreak: false })
    }
    pdf.x = 72
    pdf.y = y + 17
    at++
  }
  return at - 1
}

mkdirSync(to, { recursive: true })
for (const name of readdirSync(from).filter((file) => file.endsWith('.md'))) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 72,
    info: { Title: name.replace('.md', ''), CreationDate: new Date(0), Author: 'Chowk Labs' },
  })
  const out = createWriteStream(join(to, name.replace('.md', '.pdf')))
  pdf.pipe(out)
  set(pdf, readFileSync(join(from, name), 'utf8').split('\n'))
  pdf.end()
  await finished(out)
}
