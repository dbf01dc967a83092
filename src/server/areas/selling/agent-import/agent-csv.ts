/** The file of an import as rows of cells. What is wrong with the file as a whole is refused here; what is wrong in a row is not. */
import { CsvError, parse } from 'csv-parse/sync'
import { AGENT_IMPORT, IMPORT_COLUMNS, type ImportColumn } from '#contract/agents/agent-import-limits.ts'
import { AppError } from '#contract/core/errors.ts'

export interface CsvRow {
  /** As a spreadsheet counts: the head is row 1. */
  row: number
  /** Trimmed; '' for what is not there. */
  cells: Readonly<Record<ImportColumn, string>>
}

const refuse = (message: string): AppError =>
  new AppError('import_refused', { message, problems: [{ message, field: 'csv', code: 'import_refused' }] })

const NAMES: ReadonlySet<string> = new Set(IMPORT_COLUMNS)
export const REQUIRED: readonly ImportColumn[] = ['name', 'tagline', 'category']

/** Spreadsheets of some countries separate by semicolons. Tags have semicolons in them, so the head decides. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r\n|\r|\n/, 1)
  return [',', ';', '\t'].find((one) => head.includes(one)) ?? ','
}

const QUOTES: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is opened and never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'A quotation mark inside a cell has to be doubled.',
  INVALID_OPENING_QUOTE: 'A cell with quotation marks has to begin and end with one.',
  CSV_MAX_RECORD_SIZE: 'A row is too long.',
}

/** Blank rows are not counted as agents, but as rows of the sheet. More than this many lines are not looked at. */
const MOST_LINES = AGENT_IMPORT.rows * 10

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      to: MOST_LINES + 1,
      max_record_size: AGENT_IMPORT.characters,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refuse(`This file can’t be read as CSV. ${QUOTES[error.code] ?? 'Save it as CSV (UTF-8) and try again.'}`)
  }
}

/** An apostrophe before what would be a formula is how files of ours, and of others, keep it a text. */
const withoutApostrophe = (text: string): string => text.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a binary file
const BINARY = /[\u0000-\u0008\u000e-\u001f\ufffd]/

function columnsOf(head: readonly string[]): string[] {
  const names = head.map((name) => name.trim().toLowerCase())
  while (names.at(-1) === '') names.pop()
  if (names.length > AGENT_IMPORT.columns) throw refuse(`A file can have at most ${AGENT_IMPORT.columns} columns.`)
  const shown = (name: string) => `“${name.slice(0, 40)}”`
  const unknown = names.find((name) => !NAMES.has(name))
  if (unknown !== undefined)
    throw refuse(
      unknown === ''
        ? 'A column has no name in the first row.'
        : `The column ${shown(unknown)} isn’t in the template. Its columns are ${IMPORT_COLUMNS.join(', ')}.`,
    )
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw refuse(`The column ${shown(twice)} is there twice.`)
  const missing = REQUIRED.find((name) => !names.includes(name))
  if (missing !== undefined) throw refuse(`The column ${shown(missing)} is missing in the first row.`)
  return names
}

/** @throws import_refused with `csv` as its field, when the file is no CSV, has other columns, no agent, or too many */
export function readAgentCsv(text: string): CsvRow[] {
  if (BINARY.test(text)) throw refuse('This isn’t a text file in UTF-8. Save it as CSV (UTF-8) and try again.')
  const [head = [], ...records] = recordsOf(text)
  const columns = columnsOf(head)
  const rows = records.flatMap((record, at): CsvRow[] => {
    if (record.every((value) => value.trim() === '')) return []
    if (record.slice(columns.length).some((value) => value.trim() !== ''))
      throw refuse(`Row ${at + 2} has more cells than the first row. Put texts with commas in quotation marks.`)
    const cells = Object.fromEntries(
      IMPORT_COLUMNS.map((name) => [name, withoutApostrophe((record[columns.indexOf(name)] ?? '').trim())]),
    ) as Record<ImportColumn, string>
    return [{ row: at + 2, cells }]
  })
  if (rows.length > AGENT_IMPORT.rows || records.length >= MOST_LINES)
    throw refuse(`A file can have at most ${AGENT_IMPORT.rows} agents. Split it into several files.`)
  if (rows.length === 0) throw refuse('There is no agent in this file: it has only the names of its columns.')
  return rows
}
