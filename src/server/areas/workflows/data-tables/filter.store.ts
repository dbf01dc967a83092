/** Filters of data tables as SQL over `data_table_rows r`. */
import { type RawBuilder, sql } from 'kysely'
import type { TableColumn } from '#contract/workflows/data-tables.ts'
import { containing, escapeLike } from '#server/platform/database/like.ts'
import type { CheckedCondition, CheckedFilter, RowOrder } from './conditions.ts'

/** A stored value in the order of its type. */
function orderOf({ id, type }: TableColumn): RawBuilder<unknown> {
  if (type === 'number') return sql`(r.cells -> ${id})::numeric`
  if (type === 'yes_no') return sql`(r.cells -> ${id})::boolean`
  return sql`r.cells ->> ${id} collate "C"`
}

/** The order in which rows were added. */
export const firstAdded = sql`r.position`

export function sortSql(by: RowOrder, order: 'asc' | 'desc'): RawBuilder<unknown> {
  const key = by === 'created_at' ? firstAdded : by === 'updated_at' ? sql`r.updated_at` : orderOf(by)
  return order === 'asc' ? sql`${key} asc nulls last` : sql`${key} desc nulls last`
}

export const byIds = (ids: readonly string[]): RawBuilder<boolean> => sql`r.id = any(${ids}::uuid[])`

/** Texts that are dates or words are compared by their characters, as they are sorted. */
function compareSql(key: RawBuilder<unknown>, { is, cell }: CheckedCondition): RawBuilder<boolean> {
  if (is === 'more_than') return sql`${key} > ${cell}`
  if (is === 'at_least') return sql`${key} >= ${cell}`
  if (is === 'less_than') return sql`${key} < ${cell}`
  return sql`${key} <= ${cell}`
}

function conditionSql(condition: CheckedCondition): RawBuilder<boolean> {
  const { column, is, cell } = condition
  const equal = sql<boolean>`r.cells @> ${JSON.stringify({ [column.id]: cell })}::jsonb`
  if (is === 'is_empty') return sql`not r.cells ? ${column.id}`
  if (is === 'is_filled') return sql`r.cells ? ${column.id}`
  if (is === 'is') return equal
  if (is === 'is_not') return sql`not ${equal}`
  if (is === 'contains') return sql`r.cells ->> ${column.id} ilike ${containing(String(cell))}`
  if (is === 'starts_with') return sql`r.cells ->> ${column.id} ilike ${`${escapeLike(String(cell))}%`}`
  return compareSql(orderOf(column), condition)
}

/** No conditions: every row. */
export function filterSql({ match, conditions }: CheckedFilter): RawBuilder<boolean> {
  if (conditions.length === 0) return sql`true`
  const parts = conditions.map((one) => sql`(${conditionSql(one)})`)
  return match === 'all' ? sql`(${sql.join(parts, sql` and `)})` : sql`(${sql.join(parts, sql` or `)})`
}
