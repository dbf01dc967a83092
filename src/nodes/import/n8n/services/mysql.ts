/** n8n's MySQL: actions of the app, whose statements take each value as a parameter. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { bound, columnsOf, matchingOf } from '#nodes/import/n8n/columns.ts'
import { type ActionEffect, type Mapped, type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import type { StepReader } from '#nodes/import/n8n/step-reader.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { accountSlot, appConfig } from './app.ts'
import { eachOf } from './call-table.ts'

const APP = { integration: 'mysql' }

const act = (action: string, title: string, effect: ActionEffect, input: JsonObject, rows = false): Mapped =>
  mapped('app_action', appConfig(APP, { action, title }, input), {
    slot: accountSlot('MySQL'),
    effect,
    ...(rows && { gives: 'many', follow: eachOf('rows') }),
  })

const READS = /^\s*(?:select|with|show|explain|describe|desc)\b/i

/** `$1` as `?`, with the values in the order of their marks. Null where a value is inside of a text. */
function asked(sql: string, values: readonly Json[]): JsonObject | null {
  if (sql.includes('||')) return null
  const parameters: Json[] = []
  const text = sql.replace(/\$(\d+)/g, (_, place: string) => {
    parameters.push(values[Number(place) - 1] ?? null)
    return '?'
  })
  return { sql: text.trim().replace(/;$/, ''), ...(parameters.length > 0 && { parameters }) }
}

function query(reader: StepReader): Mapped | null {
  const { parameters } = reader.step
  const made = bound(reader.text(readAt(parameters, 'query'), 'query'))
  // A statement that comes from elsewhere as a whole is not known.
  if (!made || /^\s*\$\d+\s*$/.test(made.query)) return null
  const given = readAt(parameters, 'options', 'queryReplacement')
  const more =
    made.parameters.length === 0 && typeof given === 'string'
      ? reader
          .text(given, 'queryReplacement')
          .split(',')
          .map((part) => part.trim())
      : []
  const input = asked(made.query, [...made.parameters, ...more])
  if (!input) return null
  if (READS.test(made.query)) return act('query', 'Run a query', 'read', input, true)
  return act('execute', 'Run a statement', 'destructive', input)
}

/** Columns with the values they have to have; null for other comparisons. */
function whereOf(reader: StepReader): JsonObject | null {
  const rows = listAt(reader.step.parameters, 'where', 'values')
  const isPlain = rows.every((row) => ['equal', '=', undefined].includes(readTextAt(row, 'condition')))
  if (!isPlain || (rows.length > 1 && readTextAt(reader.step.parameters, 'combineConditions') === 'OR')) return null
  return Object.fromEntries(
    rows.map((row) => [
      (readTextAt(row, 'column') ?? '').replace(/^=/, ''),
      reader.value(readAt(row, 'value') ?? null, 'where'),
    ]),
  )
}

export const mysql: Mapper = (reader) => {
  const { parameters } = reader.step
  const operation = readTextAt(parameters, 'operation') ?? 'insert'
  if (operation === 'executeQuery') return query(reader)
  const table = reader.text(reader.get('table'), 'table')
  if (table === '') return null
  if (operation === 'select') {
    const where = whereOf(reader)
    const limit = readAt(parameters, 'returnAll') === true ? 10_000 : Number(readAt(parameters, 'limit') ?? 50) || 50
    const max_rows = Math.max(1, Math.min(10_000, Math.round(limit)))
    return where && act('find_rows', 'Find rows', 'read', { table, where, max_rows }, true)
  }
  if (operation === 'deleteTable') {
    const where = whereOf(reader)
    const isDelete = readTextAt(parameters, 'deleteCommand') === 'delete'
    return isDelete && where && Object.keys(where).length > 0
      ? act('delete_rows', 'Delete rows', 'destructive', { table, where })
      : null
  }
  const columns = columnsOf(reader)
  const match = matchingOf(reader)
  const objectOf = (take: (name: string) => boolean): JsonObject =>
    Object.fromEntries(columns.filter(({ name }) => take(name)).map(({ name, value }) => [name, value]))
  if (columns.length === 0) return null
  if (operation === 'insert') return act('insert_rows', 'Insert rows', 'write', { table, rows: [objectOf(() => true)] })
  const found = columns.filter(({ name }) => match.includes(name))
  if (operation !== 'update' || found.length === 0) return null
  const values = objectOf((name) => !match.includes(name))
  return act('update_rows', 'Update rows', 'write', { table, values, where: objectOf((name) => match.includes(name)) })
}
