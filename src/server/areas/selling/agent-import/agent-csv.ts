/** The file of an import as rows of cells. What is wrong with the file as a whole is refused here; what is wrong in a row is not. */
import { AGENT_IMPORT, IMPORT_COLUMNS, type ImportColumn } from '#contract/agents/agent-import-limits.ts'
import { readCsvFile, refuseFile, withoutApostrophe } from '#server/platform/csv-file.ts'

export interface CsvRow {
  /** As a spreadsheet counts: the head is row 1. */
  row: number
  /** Trimmed; '' for what is not there. */
  cells: Readonly<Record<ImportColumn, string>>
}

const NAMES: ReadonlySet<string> = new Set(IMPORT_COLUMNS)
export const REQUIRED: readonly ImportColumn[] = ['name', 'tagline', 'category']

/** Blank rows are not counted as agents, but as rows of the sheet. More than this many lines are not looked at. */
const MOST_LINES = AGENT_IMPORT.rows * 10

function columnsOf(head: readonly string[]): string[] {
  const names = head.map((name) => name.trim().toLowerCase())
  while (names.at(-1) === '') names.pop()
  if (names.length > AGENT_IMPORT.columns) throw refuseFile(`A file can have at most ${AGENT_IMPORT.columns} columns.`)
  const shown = (name: string) => `“${name.slice(0, 40)}”`
  const unknown = names.find((name) => !NAMES.has(name))
  if (unknown !== undefined)
    throw refuseFile(
      unknown === ''
        ? 'A column has no name in the first row.'
        : `The column ${shown(unknown)} isn’t in the template. Its columns are ${IMPORT_COLUMNS.join(', ')}.`,
    )
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw refuseFile(`The column ${shown(twice)} is there twice.`)
  const missing = REQUIRED.find((name) => !names.includes(name))
  if (missing !== undefined) throw refuseFile(`The column ${shown(missing)} is missing in the first row.`)
  return names
}

/** @throws import_refused with `csv` as its field, when the file is no CSV, has other columns, no agent, or too many */
export function readAgentCsv(text: string): CsvRow[] {
  const [head = [], ...records] = readCsvFile(text, { lines: MOST_LINES + 1, characters: AGENT_IMPORT.characters })
  const columns = columnsOf(head)
  const rows = records.flatMap((record, at): CsvRow[] => {
    if (record.every((value) => value.trim() === '')) return []
    if (record.slice(columns.length).some((value) => value.trim() !== ''))
      throw refuseFile(`Row ${at + 2} has more cells than the first row. Put texts with commas in quotation marks.`)
    const cells = Object.fromEntries(
      IMPORT_COLUMNS.map((name) => [name, withoutApostrophe((record[columns.indexOf(name)] ?? '').trim())]),
    ) as Record<ImportColumn, string>
    return [{ row: at + 2, cells }]
  })
  if (rows.length > AGENT_IMPORT.rows || records.length >= MOST_LINES)
    throw refuseFile(`A file can have at most ${AGENT_IMPORT.rows} agents. Split it into several files.`)
  if (rows.length === 0) throw refuseFile('There is no agent in this file: it has only the names of its columns.')
  return rows
}
