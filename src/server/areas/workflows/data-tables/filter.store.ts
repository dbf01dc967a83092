/** Filters of data tables as SQL over `data_table_rows r`. */
import { type RawBuilder, sql } from 'kysely'
import { fieldError } from '#contract/core/errors.ts'
import { CONDITIONS_OF } from '#contract/workflows/data-table-values.ts'
import type { RowCondition, RowFilter, TableColumn } from '#contract/workflows/data-tables.ts'
import { cellOf, isEmpty } from './cells.ts'

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A stored value in the order of its type. */
function orderOf({ id, type }: TableColumn): RawBuilder<unknown> {
  if (type === 'number') return sql`(r.cells -> ${id})::numeric`
  if (type === 'yes_no') return sql`(r.cells -> ${id})::boolean`
  return sql`r.cells ->> ${id} collate "C"`
}

const direction = { asc: sql`asc nulls last`, desc: sql`desc nulls last` } as const
/** The order in which rows were added. */
export const firstAdded = sql`r.position`

/** @param sort a column, `created_at` or `updated_at` @throws invalid_input */
export function sortSql(columns: readonly TableColumn[], sort: string, order: 'asc' | 'desc'): RawBuilder<unknown> {
  if (sort === 'created_at') return sql`${firstAdded} ${direction[order]}`
  if (sort === 'updated_at') return sql`r.updated_at ${direction[order]}`
  const column = columns.find(({ name }) => name === sort)
  if (!column) throw fieldError('sort', `The table has no column “${sort}”`)
  return sql`${orderOf(column)} ${direction[order]}`
}

export const byIds = (ids: readonly string[]): RawBuilder<boolean> => sql`r.id = any(${ids}::uuid[])`

const OPERATORS = { more_than: sql`>`, at_least: sql`>=`, less_than: sql`<`, at_most: sql`<=` } as const

function conditionSql(columns: readonly TableColumn[], condition: RowCondition, field: string): RawBuilder<boolean> {
  const column = columns.find(({ name }) => name === condition.column)
  if (!column) throw fieldError(`${field}.column`, `The table has no column “${condition.column}”`)
  const { is, value } = condition
  if (!CONDITIONS_OF[column.type].includes(is))
    throw fieldError(`${field}.is`, `“${column.name}” can’t be compared in this way`)
  if (is === 'is_empty') return sql`not r.cells ? ${column.id}`
  if (is === 'is_filled') return sql`r.cells ? ${column.id}`
  if (value === undefined || isEmpty(value)) throw fieldError(`${field}.value`, 'Enter a value')
  const found = cellOf(column, value)
  if ('message' in found) throw fieldError(`${field}.value`, found.message)
  const { cell } = found
  const equal = sql<boolean>`r.cells @> ${JSON.stringify({ [column.id]: cell })}::jsonb`
  if (is === 'is') return equal
  if (is === 'is_not') return sql`not ${equal}`
  if (is === 'contains') return sql`r.cells ->> ${column.id} ilike ${`%${escaped(String(cell))}%`}`
  if (is === 'starts_with') return sql`r.cells ->> ${column.id} ilike ${`${escaped(String(cell))}%`}`
  return sql`${orderOf(column)} ${OPERATORS[is]} ${cell}`
}

/** No conditions: every row. @throws invalid_input naming the condition, as `filter.conditions.0.value` */
export function filterSql(
  columns: readonly TableColumn[],
  { match, conditions }: RowFilter,
  field = 'filter',
): RawBuilder<boolean> {
  const parts = conditions.map((one, at) => sql`(${conditionSql(columns, one, `${field}.conditions.${at}`)})`)
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
}
