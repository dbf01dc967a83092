/** Any readable file as a parsed document. */

import { htmlText } from '#nodes/lib/document/html-text.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import type { Block } from '#nodes/paperwork.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { detectFileType } from '#server/gateways/file-type.ts'
import { parseDocx } from '#server/runners/documents/docx.ts'
import { parsePdf } from '#server/runners/documents/pdf.ts'
import { decodeText } from '#server/runners/documents/plain-text.ts'
import { JobError } from '#server/runners/serve.ts'
import { ofCsv, sheetsOf } from './spreadsheet.ts'

/** @throws JobError `file_unsupported` and what broken files throw */
export async function readDocument(bytes: Buffer, from: 'html' | 'csv' | null): Promise<ParsedDocument> {
  const type = detectFileType(bytes)
  if (type === 'pdf') return parsePdf(new Uint8Array(bytes))
  if (type === 'docx') return parseDocx(bytes)
  if (type === 'text') {
    const text = decodeText(bytes)
    return documentFromText(from === 'html' ? htmlText(text) : text)
  }
  throw new JobError('file_unsupported', 'Only PDF, DOCX, XLSX, HTML, CSV and text files can be converted')
}

export interface Grid {
  name: string
  rows: string[][]
}

/** The sheets of a workbook or a CSV file; null for any other file. @throws as `sheetsOf` */
export function readGrids(bytes: Buffer, from: 'html' | 'csv' | null): Grid[] | null {
  const text = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell))
  if (detectFileType(bytes) === 'xlsx')
    return sheetsOf(bytes, 100_000).map(({ name, rows }) => ({ name, rows: rows.map((row) => row.map(text)) }))
  if (from !== 'csv' || detectFileType(bytes) !== 'text') return null
  return [{ name: 'Sheet1', rows: ofCsv(decodeText(bytes), 100_000).rows.map((row) => row.map(text)) }]
}

export const gridBlocks = (grids: readonly Grid[]): Block[] =>
  grids.flatMap(({ name, rows }): Block[] => [
    ...(grids.length > 1 ? [{ kind: 'heading', level: 2, text: name } as const] : []),
    { kind: 'table', rows },
  ])
