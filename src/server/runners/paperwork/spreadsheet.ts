/** Cells of an XLSX or a CSV file. Formulas give the value last computed; nothing is computed here. */
import { read, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { inertCell, quoteCell } from '#contract/core/csv.ts'
import type { Json } from '#contract/core/primitives.ts'
import { cleanText } from '#nodes/lib/document/text-document.ts'
import type { Paperwork, PaperworkResult } from '#nodes/paperwork.ts'
import { detectFileType } from '#server/gateways/file-type.ts'
import { decodeText } from '#server/runners/documents/plain-text.ts'
import { JobError } from '#server/runners/serve.ts'
import { checkOffice } from './office-zip.ts'

const MAX_SHEETS = 100
const MAX_COLUMNS = 500
const MAX_CELLS = 1_000_000

export interface Sheet {
  name: string
  rows: Json[][]
  /** There was more. */
  cut: boolean
}

/** @throws JobError `file_unsupported`, `file_broken`, `file_too_large`, `file_encrypted` */
export function readSpreadsheet(
  bytes: Buffer,
  wanted: Extract<Paperwork, { do: 'read_spreadsheet' }>,
): PaperworkResult {
  const sheets = sheetsOf(bytes, wanted.most_rows)
  const name = wanted.sheet?.toLowerCase()
  const sheet = name === undefined ? sheets[0] : sheets.find((one) => one.name.toLowerCase() === name)
  const lines = Buffer.from((sheet?.rows ?? []).map((row) => `${JSON.stringify(row)}\n`).join(''))
  return {
    data: { sheets: sheets.map((one) => one.name), sheet: sheet?.name ?? null, cut: sheet?.cut ?? false },
    files: [{ mime: 'application/x-ndjson', extension: 'ndjson', bytes: lines }],
  }
}

/** @throws as `readSpreadsheet` */
export function spreadsheetText(bytes: Buffer, most: Extract<Paperwork, { do: 'spreadsheet_text' }>): PaperworkResult {
  const sheets = sheetsOf(bytes, most.most_rows)
  // A line break inside a cell would begin a new row.
  const cell = (value: Json) => (value === null ? '' : String(value).replace(/\s+/g, ' '))
  const text = sheets.map(({ rows }) => rows.map((row) => row.map(cell).join('\t')).join('\n')).join('\n\n')
  return { data: { text: text.slice(0, most.most_characters), cut: sheets.some(({ cut }) => cut) }, files: [] }
}

/** @throws as `readSpreadsheet` */
export function sheetsOf(bytes: Buffer, mostRows: number): Sheet[] {
  const type = detectFileType(bytes)
  if (type === 'xlsx') {
    checkOffice(bytes)
    return ofWorkbook(bytes, mostRows)
  }
  if (type === 'text') return [{ name: 'Sheet1', ...ofCsv(decodeText(bytes), mostRows) }]
  throw new JobError('file_unsupported', 'Only XLSX and CSV files can be read as a spreadsheet')
}

function ofWorkbook(bytes: Buffer, mostRows: number): Sheet[] {
  let book: WorkBook
  try {
    book = read(bytes, {
      dense: true,
      sheetRows: mostRows + 1,
      cellFormula: false,
      cellHTML: false,
      cellDates: true,
      UTC: true,
    })
  } catch (cause) {
    if (/password/i.test(String(cause))) throw new JobError('file_encrypted', 'This file is protected by a password')
    throw new JobError('file_broken', 'This spreadsheet is damaged and cannot be read')
  }
  let cells = 0
  return book.SheetNames.slice(0, MAX_SHEETS).map((name) => {
    const sheet = book.Sheets[name]
    const all = sheet === undefined ? [] : rowsOf(sheet)
    cells += all.reduce((sum, row) => sum + row.length, 0)
    if (cells > MAX_CELLS) throw new JobError('file_too_large', `More than ${MAX_CELLS} cells`)
    return { name: cleanText(name), rows: all.slice(0, mostRows), cut: all.length > mostRows }
  })
}

function rowsOf(sheet: WorkSheet): Json[][] {
  const { s, e } = utils.decode_range(sheet['!ref'] ?? 'A1:A1')
  // A sheet may say that it is a million columns wide and hold one cell.
  const range = { s, e: { r: e.r, c: Math.min(e.c, s.c + MAX_COLUMNS - 1) } }
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, range, raw: true, defval: null, blankrows: false })
  return rows.map((row) => row.map(cellOf))
}

function cellOf(value: unknown): Json {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return null
  const iso = value.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
}

/** Comma, semicolon, tab or bar: what the first lines have most of. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 4000)
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: head.split(sign).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

/** @throws JobError `file_broken`, `file_too_large` */
export function ofCsv(given: string, mostRows: number): { rows: Json[][]; cut: boolean } {
  const text = given.replace(/^\uFEFF/, '')
  try {
    const rows = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: mostRows + 1,
      max_record_size: 1_000_000,
    }) as string[][]
    const cells = rows.reduce((sum, row) => sum + row.length, 0)
    if (cells > MAX_CELLS) throw new JobError('file_too_large', `More than ${MAX_CELLS} cells`)
    return { rows: rows.slice(0, mostRows).map((row) => row.map(cleanText)), cut: rows.length > mostRows }
  } catch (cause) {
    if (cause instanceof JobError) throw cause
    throw new JobError('file_broken', 'This is no readable CSV file')
  }
}

/** What is a number in the sheet stays one, its sign too. */
const inert = (cell: Json): string => {
  const text = String(cell ?? '')
  return typeof cell === 'string' && !/^[+-]?[\d.,]+$/.test(text) ? inertCell(text) : text
}

export const toCsv = (rows: readonly (readonly Json[])[]): string =>
  rows.map((row) => row.map((cell) => quoteCell(inert(cell))).join(',')).join('\r\n')

/** Names of sheets in Excel: 31 characters without `[]:*?/\`, each once. */
function sheetName(name: string, taken: Set<string>): string {
  const clean =
    name
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .trim()
      .slice(0, 28) || 'Sheet'
  let one = clean
  for (let number = 2; taken.has(one.toLowerCase()); number++) one = `${clean} ${number}`
  taken.add(one.toLowerCase())
  return one
}

/** Every text is written as text: no cell becomes a formula. */
export function toXlsx(sheets: readonly { name: string; rows: readonly (readonly Json[])[] }[]): Buffer {
  const book = utils.book_new()
  const taken = new Set<string>()
  for (const { name, rows } of sheets)
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), sheetName(name, taken))
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}
