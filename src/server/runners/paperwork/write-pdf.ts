/**
 * Blocks as a PDF on A4. Two fonts inside the installation are embedded: Liberation Sans for Latin, Greek and Cyrillic, Noto Sans
 * Devanagari for Devanagari and ₹. Other scripts have no font here: their letters are counted and told.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import PDFKit from 'pdfkit'
import type { Block } from './blocks.ts'

const require = createRequire(import.meta.url)
const folder = (name: string): string => dirname(require.resolve(`${name}/package.json`))
const latin = (style: string): string => join(folder('pdfjs-dist'), `standard_fonts/LiberationSans-${style}.ttf`)
const DEVANAGARI = join(
  folder('@fontsource-variable/noto-sans-devanagari'),
  'files/noto-sans-devanagari-devanagari-wght-normal.woff2',
)

type Style = 'text' | 'bold'
/** Devanagari with its joiners, and the rupee sign. */
const INDIC = /[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u20b9]|\u200c|\u200d/
/** What Liberation Sans draws. */
const KNOWN =
  /[\t\n\u0020-\u024f\u0370-\u03ff\u0400-\u045f\u1e00-\u1eff\u2010-\u2026\u2030\u2032\u2033\u2039\u203a\u20a0-\u20b8\u2122\u2190-\u2195\u2202-\u2265\u2500-\u25ff]/

interface Run {
  text: string
  indic: boolean
}

function runsOf(text: string, unknown: Set<string>): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const indic = INDIC.test(character)
    if (!indic && !KNOWN.test(character)) unknown.add(character)
    const shown = indic || KNOWN.test(character) ? character : '□'
    const last = runs.at(-1)
    // Spaces and digits between Devanagari words stay with them: a line is laid out in fewer pieces.
    const joins = last !== undefined && (last.indic === indic || (last.indic && character === ' '))
    if (joins) last.text += shown
    else runs.push({ text: shown, indic })
  }
  return runs
}

const SIZES = [18, 15, 13, 12, 11, 11] as const
const MARGIN = 56

/** @returns the file, and characters for which there is no font */
export async function writePdf(
  blocks: readonly Block[],
  meta: { title: string },
): Promise<{ bytes: Buffer; unknown: string[]; pages: number }> {
  const pdf = new PDFKit({ size: 'A4', margin: MARGIN, info: { Title: meta.title }, lang: 'en' })
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const finished = new Promise<void>((resolve, reject) => sink.on('finish', resolve).on('error', reject))
  pdf.pipe(sink)
  pdf.registerFont('text', latin('Regular'))
  pdf.registerFont('bold', latin('Bold'))
  pdf.registerFont('indic', DEVANAGARI)
  const unknown = new Set<string>()
  let pages = 1
  pdf.on('pageAdded', () => pages++)
  const lines = (text: string, style: Style, size: number) => {
    for (const line of text.split('\n')) print(pdf, runsOf(line, unknown), style, size)
  }
  for (const block of blocks) {
    if (block.kind === 'page') continue
    if (block.kind === 'heading') {
      pdf.moveDown(0.6)
      lines(block.text, 'bold', SIZES[Math.min(5, Math.max(0, block.level - 1))] ?? 11)
    } else if (block.kind === 'paragraph') lines(block.text, 'text', 10.5)
    else for (const row of block.rows) lines(row.join('   ·   '), 'text', 9.5)
    pdf.moveDown(0.5)
  }
  pdf.end()
  await finished
  return { bytes: Buffer.concat(chunks), unknown: [...unknown].slice(0, 50), pages }
}

function print(pdf: PDFKit.PDFDocument, runs: readonly Run[], style: Style, size: number): void {
  if (runs.length === 0) {
    pdf.moveDown(0.5)
    return
  }
  runs.forEach(({ text, indic }, index) => {
    pdf.font(indic ? 'indic' : style).fontSize(size)
    pdf.text(text.replaceAll('\t', '    '), { continued: index < runs.length - 1, lineGap: 2 })
  })
}
