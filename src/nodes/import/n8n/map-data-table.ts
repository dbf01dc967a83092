/** n8n's data tables. Which of the person's tables is meant cannot be read from the file: they choose it. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Condition } from '#contract/workflows/data-table-values.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { columnsOf } from './columns.ts'
import { type Mapper, mapped } from './mapped.ts'
import type { StepReader } from './step-reader.ts'

const OPERATIONS: Readonly<Record<string, string>> = {
  insert: 'add',
  get: 'find',
  update: 'update',
  upsert: 'add_or_update',
  deleteRows: 'delete',
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  eq: 'is',
  neq: 'is_not',
  like: 'contains',
  ilike: 'contains',
  gt: 'more_than',
  gte: 'at_least',
  lt: 'less_than',
  lte: 'at_most',
  isEmpty: 'is_empty',
  isNotEmpty: 'is_filled',
  isTrue: 'is',
  isFalse: 'is',
}

function conditionOf(reader: StepReader, one: Json): JsonObject | null {
  const column = readTextAt(one, 'keyName') ?? ''
  const how = readTextAt(one, 'condition') ?? 'eq'
  const is = Object.hasOwn(CONDITIONS, how) ? CONDITIONS[how] : undefined
  if (column === '' || column.includes('{{') || is === undefined) return null
  if (is === 'is_empty' || is === 'is_filled') return { column, is }
  if (how === 'isTrue' || how === 'isFalse') return { column, is, value: how === 'isTrue' }
  const value = reader.value(readAt(one, 'keyValue') ?? null, column)
  // A pattern is looked for as the text in it.
  return { column, is, value: typeof value === 'string' && is === 'contains' ? value.replace(/^%|%$/g, '') : value }
}

const dataTable: Mapper = (reader) => {
  const { parameters } = reader.step
  const asked = readTextAt(parameters, 'operation') ?? 'insert'
  const operation = Object.hasOwn(OPERATIONS, asked) ? OPERATIONS[asked] : undefined
  if (operation === undefined || (readTextAt(parameters, 'resource') ?? 'row') !== 'row') return null
  const given = listAt(parameters, 'filters', 'conditions').slice(0, 20)
  const conditions = given.flatMap((one) => conditionOf(reader, one) ?? [])
  if (conditions.length < given.length) return null
  if (conditions.length === 0 && operation !== 'find' && operation !== 'add') return null
  const columns = columnsOf(reader)
  const isMapped = columns.length > 0
  const values = isMapped && { values: Object.fromEntries(columns.map(({ name, value }) => [name, value])) }
  const limit = readAt(parameters, 'returnAll') === true ? 1000 : Number(readAt(parameters, 'limit') ?? 50) || 50
  const config: JsonObject = {
    operation,
    ...(operation !== 'add' && {
      conditions,
      match: readTextAt(parameters, 'matchType') === 'allConditions' ? 'all' : 'any',
    }),
    ...(operation !== 'find' && operation !== 'delete' && values),
    ...(operation === 'find' && { limit: Math.min(Math.max(1, Math.trunc(limit)), 1000) }),
  }
  reader.warn(
    'approximate',
    'dataTableId',
    'Choose the data table: create it with the same columns and import its rows',
  )
  const gives = operation === 'find' || operation === 'add' ? ({ gives: 'many', follow: { ...rows } } as const) : {}
  return mapped('data_table', config, gives)
}

const rows = { type: 'split', title: 'Each row', config: { field: 'rows' } } as const

export const TABLES: Record<string, Mapper> = { dataTable }
