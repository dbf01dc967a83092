/**
 * Measures whether what agents quote is verbatim: on made layouts whose blocks are known, and on the PDFs of a folder, where quotes that reach over a
 * wide gap or a drawn box are listed for a person to judge. Run as `npm run bench -- layouts [--notes FOLDER] [--show]`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { splitSentences } from '#nodes/lib/clinical/sentences.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import type { ParsedDocument, TextItem } from '#nodes/ports.ts'
import { parsePdf } from '#server/runners/documents/pdf.ts'
import { LAYOUTS } from '#test/support/layouts.ts'
import { brokenSentences, quotesOf, splicedQuotes } from '#test/support/splices.ts'

const { values } = parseArgs({ options: { notes: { type: 'string' }, show: { type: 'boolean' } } })
let failed = 0

function report(name: string, quotes: number, spliced: readonly string[], broken: readonly string[] | null): void {
  failed += spliced.length
  const rest = broken === null ? '' : String(broken.length).padStart(8)
  console.log(`${name.padEnd(54)} ${String(quotes).padStart(6)} ${String(spliced.length).padStart(8)} ${rest}`)
  if (values.show) for (const one of [...spliced, ...(broken ?? [])]) console.log(`    ${one}`)
}

/** The height of a line and the gap to its neighbour tell whether two pieces can be of one sentence. */
function isFar(above: TextItem, item: TextItem, text: string, page: { width: number; height: number }): boolean {
  const height = (item.box[3] - item.box[1]) * page.height
  const between = text.slice(above.end, item.start)
  // Cells of one row are quoted as they are read on the page.
  if (/\t/.test(between)) return false
  const sameLine = Math.min(above.box[3], item.box[3]) > Math.max(above.box[1], item.box[1])
  if (sameLine) return (item.box[0] - above.box[2]) * page.width > 3 * height
  return (item.box[1] - above.box[3]) * page.height > 1.6 * height || item.box[1] < above.box[1]
}

/** Cells of a row, and a sentence that goes on below them: one of them is broken by the other. */
const isSplicedRow = (quote: string): boolean => /\t/.test(quote) && /\n/.test(quote.trim())

/** Sentences with a jump that no paragraph has; rows of tables excepted, whose cells are read together. */
function doubtful(document: ParsedDocument): string[] {
  const inTable = (at: number) => document.tables.some(({ start, end }) => at >= start && at < end)
  return splitSentences(document.text).flatMap(({ start, end }) => {
    const items = document.items.filter((item) => item.end > start && item.start < end)
    const jumps = items.some((item, i) => {
      const above = items[i - 1]
      const page = document.pages[item.page - 1]
      if (above === undefined || inTable(item.start) || page?.width == null || page.height === null) return false
      return above.page !== item.page || isFar(above, item, document.text, { width: page.width, height: page.height })
    })
    const quote = document.text.slice(start, end)
    return jumps || (isSplicedRow(quote) && !inTable(start)) ? [quote.replaceAll(/\s+/g, ' ')] : []
  })
}

console.log(`${'layout'.padEnd(54)} quotes  spliced  broken sentences`)
for (const { name, blocks, make } of LAYOUTS) {
  const { text } = await parsePdf(new Uint8Array(await make()))
  report(name, quotesOf(text).length, splicedQuotes(text, blocks), brokenSentences(text, blocks))
}
if (values.notes !== undefined)
  for (const file of readdirSync(values.notes).toSorted()) {
    const bytes = readFileSync(join(values.notes, file))
    const document = file.endsWith('.pdf') ? await parsePdf(new Uint8Array(bytes)) : documentFromText(bytes.toString())
    report(file, splitSentences(document.text).length, doubtful(document), null)
  }
console.log(`\n${LAYOUTS.length} layouts, ${failed} spliced quotes`)
process.exit(failed === 0 ? 0 : 1)
