/** Reads the file of a document, whatever its kind: as text with headings, tables and places. */

import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { pagesWithoutText, withPagesOf } from '#nodes/lib/document/parsed-document.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { NodeError } from '#nodes/node.ts'
import type { PaperworkInput, ParsedDocument } from '#nodes/ports.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import type { WorkFor } from '#nodes/work-for.ts'

/** What documents are read with, in processes of their own. */
export interface ReadingParts {
  parse(fileId: string, work: WorkFor): Promise<ParsedDocument>
  paperwork: DoPaperwork
  /** The bytes of a file, read once a process is free. */
  open(file: FileToRead): PaperworkInput
}

export interface FileToRead {
  file_id: string
  name: string
  mime: string
  sha256: string
}

/** Recognised at a time: the process has minutes, and a page takes seconds. */
const OCR_AT_ONCE = 10
const OCR_PAGES = 200
const MOST_SHEETS = 50
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * @param alive called between steps that take long
 * @throws NodeError as the readers do, and `document_too_long`, `document_empty`
 */
export async function readFile(
  parts: ReadingParts,
  file: FileToRead,
  work: WorkFor,
  alive: () => Promise<void>,
): Promise<ParsedDocument> {
  const document = await readAny(parts, file, work, alive)
  if (document.meta.page_count > KNOWLEDGE.pages)
    throw new NodeError(
      'document_too_long',
      `The document has more than ${KNOWLEDGE.pages.toLocaleString('en')} pages. Split it and add the parts.`,
    )
  if (document.text.length > KNOWLEDGE.text_chars)
    throw new NodeError(
      'document_too_long',
      `The document has more than ${KNOWLEDGE.text_chars / 1_000_000} million characters. Split it and add the parts.`,
    )
  if (!/[\p{L}\p{N}]/u.test(document.text))
    throw new NodeError(
      'document_empty',
      'The document has no readable text, and no text could be recognised on its pages.',
    )
  return document
}

async function readAny(
  parts: ReadingParts,
  file: FileToRead,
  work: WorkFor,
  alive: () => Promise<void>,
): Promise<ParsedDocument> {
  const extension = extensionOf(file.name)
  if (file.mime === XLSX || extension === 'csv' || extension === 'tsv') return readRows(parts, file, work)
  if (extension === 'html' || extension === 'htm') return readHtml(parts, file, work)
  if (file.mime.startsWith('image/')) return (await recognise(parts, file, { pages: null, work })).document
  const parsed = await parts.parse(file.file_id, work)
  if (parsed.meta.format !== 'pdf') return parsed
  return withRecognised(parts, file, parsed, { work, alive })
}

async function recognise(
  parts: ReadingParts,
  file: FileToRead,
  { pages, work }: { pages: readonly number[] | null; work: WorkFor },
): Promise<{ document: ParsedDocument }> {
  const { data } = await parts.paperwork({ do: 'ocr', pages, most_pages: OCR_AT_ONCE }, [parts.open(file)], work)
  return data as unknown as { document: ParsedDocument }
}

/** With the text of scanned pages. Of a document that has text as well, a page that cannot be recognised costs nothing else. */
async function withRecognised(
  parts: ReadingParts,
  file: FileToRead,
  parsed: ParsedDocument,
  { work, alive }: { work: WorkFor; alive: () => Promise<void> },
): Promise<ParsedDocument> {
  const pages = pagesWithoutText(parsed)
  const hasText = pages.length < parsed.pages.length
  if (pages.length > OCR_PAGES && !hasText)
    throw new NodeError(
      'document_too_long',
      `The document has more than ${OCR_PAGES} scanned pages. Split it and add the parts.`,
    )
  let document = parsed
  for (let from = 0; from < Math.min(pages.length, OCR_PAGES); from += OCR_AT_ONCE) {
    await alive()
    try {
      const found = await recognise(parts, file, { pages: pages.slice(from, from + OCR_AT_ONCE), work })
      document = withPagesOf(document, found.document)
    } catch (error) {
      if (!hasText || !(error instanceof NodeError) || error.retryable) throw error
    }
  }
  return document
}

async function readHtml(parts: ReadingParts, file: FileToRead, work: WorkFor): Promise<ParsedDocument> {
  const order = { do: 'convert', to: 'markdown', title: null, from: 'html' } as const
  const { files } = await parts.paperwork(order, [parts.open(file)], work)
  return documentFromText(new TextDecoder().decode(files[0]?.bytes))
}

/** Each row as a line that names its columns, so that it can be read on its own. */
async function readRows(parts: ReadingParts, file: FileToRead, work: WorkFor): Promise<ParsedDocument> {
  const texts: string[] = []
  let [rows, sheets]: [number, (string | null)[]] = [0, [null]]
  for (let at = 0; at < sheets.length; at++) {
    const order = { do: 'read_spreadsheet', sheet: sheets[at] ?? null, most_rows: KNOWLEDGE.rows - rows + 1 } as const
    const { data, files } = await parts.paperwork(order, [parts.open(file)], work)
    if (at === 0) sheets = (data.sheets as string[]).slice(0, MOST_SHEETS)
    const lines = new TextDecoder().decode(files[0]?.bytes).split('\n').filter(Boolean)
    rows += lines.length
    if (data.cut === true || rows > KNOWLEDGE.rows)
      throw new NodeError(
        'document_too_long',
        `The spreadsheet has more than ${KNOWLEDGE.rows.toLocaleString('en')} rows. Split it and add the parts.`,
      )
    if (sheets.length > 1) texts.push(`# ${String(data.sheet)}`)
    texts.push(...namedRows(lines))
  }
  return documentFromText(texts.join('\n\n'))
}

function namedRows(lines: readonly string[]): string[] {
  const cellsOf = (line: string): string[] =>
    (JSON.parse(line) as unknown[]).map((cell) =>
      String(cell ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  const names = lines[0] === undefined ? [] : cellsOf(lines[0])
  return lines.slice(1).map((line) =>
    cellsOf(line)
      .flatMap((cell, at) => (cell === '' ? [] : [names[at] ? `${names[at]}: ${cell}` : cell]))
      .join('; '),
  )
}
