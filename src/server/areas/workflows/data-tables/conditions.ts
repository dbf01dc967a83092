/** Conditions on rows of a data table, checked against its columns. */
import { fieldError } from '#contract/core/errors.ts'
import { CONDITIONS_OF, type Condition, takesValue } from '#contract/workflows/data-table-values.ts'
import type { RowCondition, RowFilter, TableColumn } from '#contract/workflows/data-tables.ts'
import { type Cell, cellOf, isEmpty } from './cells.ts'

export interface CheckedCondition {
  column: TableColumn
  is: Condition
  /** Null where nothing is compared. */
  cell: Cell | null
}
export interface CheckedFilter {
  match: 'all' | 'any'
  conditions: CheckedCondition[]
}

function checkCondition(columns: readonly TableColumn[], { column: name, is, value }: RowCondition, field: string) {
  const column = columns.find((one) => one.name === name)
  if (!column) throw fieldError(`${field}.column`, `The table has no column “${name}”`)
  if (!CONDITIONS_OF[column.type].includes(is))
    throw fieldError(`${field}.is`, `“${name}” can’t be compared in this way`)
  if (!takesValue(is)) return { column, is, cell: null }
  if (value === undefined || isEmpty(value)) throw fieldError(`${field}.value`, 'Enter a value')
  const found = cellOf(column, value)
  if ('message' in found) throw fieldError(`${field}.value`, found.message)
  return { column, is, cell: found.cell }
}

/** @throws invalid_input naming the condition, as `filter.conditions.0.value` */
export const checkFilter = (
  columns: readonly TableColumn[],
  { match, conditions }: RowFilter,
  field = 'filter',
): CheckedFilter => ({
  match,
  conditions: conditions.map((one, at) => checkCondition(columns, one, `${field}.conditions.${at}`)),
})

/** What rows are sorted by. */
export type RowOrder = 'created_at' | 'updated_at' | TableColumn

/** @throws invalid_input */
export function checkOrder(columns: readonly TableColumn[], sort: string): RowOrder {
  if (sort === 'created_at' || sort === 'updated_at') return sort
  const column = columns.find(({ name }) => name === sort)
  if (!column) throw fieldError('sort', `The table has no column “${sort}”`)
  return column
}
