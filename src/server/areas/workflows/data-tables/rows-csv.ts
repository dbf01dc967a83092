/** Rows of a CSV file for a data table. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import type { TableColumn } from '#contract/workflows/data-tables.ts'
import { readCsvFile, refuseFile, withoutApostrophe } from '#server/platform/csv-file.ts'
import { type Cells, cellsOfRows } from './cells.ts'

/** A head is found whatever its capitals, with blanks or hyphens for underscores. */
const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

function columnsOf(columns: readonly TableColumn[], head: readonly string[]): (TableColumn | null)[] {
  const found = head.map((name) => columns.find((one) => plain(one.name) === plain(name)) ?? null)
  const unknown = head.findIndex((name, at) => name.trim() !== '' && found[at] === null)
  if (unknown >= 0)
    throw refuseFile(
      `The table has no column “${(head[unknown] ?? '').trim().slice(0, 63)}”. Its columns are ${columns.map(({ name }) => name).join(', ')}.`,
    )
  const twice = found.find((one, at) => one !== null && found.indexOf(one) !== at)
  if (twice) throw refuseFile(`The column “${twice.name}” is there twice.`)
  if (found.every((one) => one === null)) throw refuseFile('The first row must name the columns.')
  return found
}

/** Blank lines are left out. @throws import_refused, invalid_input naming each value that does not fit */
export function rowsOfCsv(columns: readonly TableColumn[], csv: string): Cells[] {
  const most = { lines: TABLE_LIMITS.rows + 2, characters: TABLE_LIMITS.row_bytes }
  const [head = [], ...records] = readCsvFile(csv, most)
  const order = columnsOf(columns, head)
  const filled = records.filter((record) => record.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw refuseFile('There is no row in this file: it has only the names of its columns.')
  const rows = filled.map((record): JsonObject => {
    const named = order.flatMap((column, at) =>
      column === null ? [] : [[column.name, withoutApostrophe(record[at] ?? '')] as const],
    )
    return Object.fromEntries(named)
  })
  return cellsOfRows(columns, rows)
}
