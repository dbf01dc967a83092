/** CSV files of spreadsheets as rows of cells. */
import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '#contract/core/errors.ts'

/** @returns import_refused with `csv` as its field */
export const refuseFile = (message: string): AppError =>
  new AppError('import_refused', { message, problems: [{ message, field: 'csv', code: 'import_refused' }] })

/** Spreadsheets of some countries separate by semicolons. Cells have semicolons in them, so the head decides. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a binary file
const BINARY = /[\u0000-\u0008\u000e-\u001f\ufffd]/

/**
 * At most `lines` rows, the head and blank ones among them; `characters` of one row.
 * @throws import_refused with `csv` as its field when it is no CSV
 */
export function readCsvFile(text: string, most: { lines: number; characters: number }): string[][] {
  if (BINARY.test(text)) throw refuseFile('This isn’t a text file in UTF-8. Save it as CSV (UTF-8) and try again.')
  try {
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      to: most.lines,
      max_record_size: most.characters,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refuseFile(`This file can’t be read as CSV. ${QUOTES[error.code] ?? 'Save it as CSV (UTF-8) and try again.'}`)
  }
}

/** An apostrophe before what would be a formula is how files of ours, and of others, keep it a text. */
export const withoutApostrophe = (text: string): string => text.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '')
