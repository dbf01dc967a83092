/** One format into another: the parsed text is written again; pictures, fonts and colours are not kept. */
import type { Block, MadeFile, Paperwork, PaperworkResult, Target } from '#nodes/paperwork.ts'
import { FILE_TYPES } from '#server/gateways/file-type.ts'
import { JobError } from '#server/runners/serve.ts'
import { blocksOf, toHtml, toMarkdown } from './blocks.ts'
import { type Grid, gridBlocks, readDocument, readGrids } from './read-blocks.ts'
import { toCsv, toXlsx } from './spreadsheet.ts'
import { writeDocx } from './write-docx.ts'
import { writePdf } from './write-pdf.ts'

const text = (mime: string, extension: string, words: string): MadeFile => ({
  mime,
  extension,
  bytes: Buffer.from(words),
})

/** @throws JobError `file_unsupported`, `document_empty`, `no_tables`, and what broken files throw */
export async function convertDocument(
  bytes: Buffer,
  { to, title, from }: Paperwork & { do: 'convert' },
): Promise<PaperworkResult> {
  const grids = readGrids(bytes, from)
  if (to === 'csv' || to === 'xlsx' || to === 'json') {
    const found = grids ?? (await tablesOf(bytes, from))
    if (found.length === 0) throw new JobError('no_tables', 'There is no table in this document')
    return { data: { tables: found.length, unknown_characters: [] }, files: gridFiles(found, to) }
  }
  const document = grids === null ? await readDocument(bytes, from) : null
  const blocks = grids === null && document !== null ? blocksOf(document) : gridBlocks(grids ?? [])
  if (blocks.every((block) => block.kind === 'page'))
    throw new JobError('document_empty', 'This document has no text; a scan needs text recognition first')
  const { file, unknown } = await written(
    blocks,
    to,
    title ?? document?.meta.title ?? 'Document',
    document?.text ?? null,
  )
  return {
    data: { tables: blocks.filter(({ kind }) => kind === 'table').length, unknown_characters: unknown },
    files: [file],
  }
}

async function written(
  blocks: readonly Block[],
  to: Exclude<Target, 'csv' | 'xlsx' | 'json'>,
  title: string,
  words: string | null,
): Promise<{ file: MadeFile; unknown: string[] }> {
  if (to === 'pdf') {
    const { bytes, unknown, cut } = writePdf(blocks, { title })
    if (cut) throw new JobError('file_too_large', 'This would be more than 1,000 pages')
    return { file: { mime: 'application/pdf', extension: 'pdf', bytes }, unknown }
  }
  if (to === 'docx')
    return {
      file: { mime: FILE_TYPES.docx.mime, extension: 'docx', bytes: await writeDocx(blocks, { title }) },
      unknown: [],
    }
  if (to === 'markdown') return { file: text('text/markdown', 'md', toMarkdown(blocks)), unknown: [] }
  if (to === 'html') return { file: text('text/html', 'html', toHtml(blocks, title)), unknown: [] }
  return { file: text('text/plain', 'txt', words ?? toMarkdown(blocks)), unknown: [] }
}

async function tablesOf(bytes: Buffer, from: 'html' | 'csv' | null): Promise<Grid[]> {
  const { tables } = await readDocument(bytes, from)
  return tables.map(({ rows, page }, index) => ({ name: `Table ${index + 1} (page ${page})`, rows }))
}

/** One CSV file per table; one workbook or one JSON for all. */
function gridFiles(grids: readonly Grid[], to: 'csv' | 'xlsx' | 'json'): MadeFile[] {
  if (to === 'csv') return grids.map(({ rows }) => text('text/csv', 'csv', toCsv(rows)))
  if (to === 'json') return [text('application/json', 'json', `${JSON.stringify({ tables: grids }, null, 2)}\n`)]
  return [{ mime: FILE_TYPES.xlsx.mime, extension: 'xlsx', bytes: toXlsx(grids) }]
}
