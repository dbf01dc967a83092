/** Values of data tables: what a column of each type takes, and how it is stored. */

import type { Problem } from '#contract/core/envelope.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type ColumnType, TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import type { TableColumn } from '#contract/workflows/data-tables.ts'
import { isObject } from '#shared/json.ts'

export type Cell = string | number | boolean
/** By the ids of columns. */
export type Cells = Record<string, Cell>

const NUMBER = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,3})?$/i
/** A day, or a day with a time; ISO 8601 alone, because 3/4/2026 is two days. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const YES_NO: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
}

const TAKES: Record<ColumnType, string> = {
  text: `a text of at most ${TABLE_LIMITS.text} characters`,
  number: 'a number',
  yes_no: 'yes or no',
  date: 'a date such as 2026-11-28 or 2026-11-28T09:30:00Z',
}

/** Dates without a time zone are read as UTC: what is stored sorts as text. */
function readDate(text: string): string | null {
  if (!DATE.test(text)) return null
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
  const time = Date.parse(text.length === 10 || hasZone ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(time)) return null
  const stored = new Date(time).toISOString()
  // Date.parse takes the 31st of February for the 3rd of March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10)) ? stored : null
}

function readCell(type: ColumnType, given: Json): Cell | null {
  const text = typeof given === 'string' ? given.trim() : null
  if (type === 'text') {
    const written = typeof given === 'object' ? JSON.stringify(given) : String(given)
    return written.length <= TABLE_LIMITS.text && !written.includes('\0') ? written : null
  }
  if (type === 'number') {
    const number = text !== null && NUMBER.test(text) ? Number(text) : given
    return typeof number === 'number' && Number.isFinite(number) ? number : null
  }
  if (type === 'yes_no') {
    if (typeof given === 'boolean') return given
    return YES_NO[String(text ?? given).toLowerCase()] ?? null
  }
  return text === null ? null : readDate(text)
}

export const isEmpty = (given: Json | undefined): boolean => given === undefined || given === null || given === ''

/** @returns the stored value, or what is wrong in words */
export function cellOf({ name, type }: TableColumn, given: Json): { cell: Cell } | { message: string } {
  const cell = readCell(type, given)
  return cell === null ? { message: `“${name}” takes ${TAKES[type]}` } : { cell }
}

const MOST_PROBLEMS = 20

const problem = (message: string, field: string): Problem => ({ message, field, code: 'invalid_input' })

/** Values by name as cells. Names are case-sensitive, as in expressions. */
function readValues(
  columns: readonly TableColumn[],
  values: JsonObject,
  at: string,
): { cells: Cells; emptied: string[]; problems: Problem[] } {
  const read = { cells: {} as Cells, emptied: [] as string[], problems: [] as Problem[] }
  for (const [name, given] of Object.entries(values)) {
    const column = columns.find((one) => one.name === name)
    if (!column) {
      read.problems.push(problem(`The table has no column “${name.slice(0, 63)}”`, `${at}.${name}`))
    } else if (isEmpty(given)) {
      read.emptied.push(column.id)
    } else {
      const found = cellOf(column, given)
      if ('message' in found) read.problems.push(problem(found.message, `${at}.${name}`))
      else read.cells[column.id] = found.cell
    }
  }
  if (Buffer.byteLength(JSON.stringify(read.cells)) > TABLE_LIMITS.row_bytes)
    read.problems.push(problem(`A row can have at most ${TABLE_LIMITS.row_bytes} bytes`, at))
  return read
}

function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (first) throw new AppError('invalid_input', { message: first.message, problems: problems.slice(0, MOST_PROBLEMS) })
}

/** @throws invalid_input naming each value that does not fit, as `rows.2.amount` */
export function cellsOfRows(columns: readonly TableColumn[], rows: readonly Json[]): Cells[] {
  const read = rows.map((row, index) =>
    isObject(row)
      ? readValues(columns, row, `rows.${index}`)
      : { cells: {}, problems: [problem('A row is an object with a value for each column', `rows.${index}`)] },
  )
  refuse(read.flatMap(({ problems }) => problems))
  return read.map(({ cells }) => cells)
}

/** What a change sets, and which columns it empties. @throws invalid_input naming each value that does not fit, as `values.amount` */
export function changeOf(columns: readonly TableColumn[], values: JsonObject): { cells: Cells; emptied: string[] } {
  const { problems, ...change } = readValues(columns, values, 'values')
  refuse(problems)
  return change
}

/** Cells by the names of their columns, in the order of the columns; what is empty is null. */
export const valuesOf = (columns: readonly TableColumn[], cells: Cells): JsonObject =>
  Object.fromEntries(columns.map(({ id, name }) => [name, cells[id] ?? null]))
