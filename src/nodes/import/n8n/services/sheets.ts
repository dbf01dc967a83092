/**
 * n8n reads and writes rows of Google Sheets by the names of their columns, the service by their places: the first row of a sheet
 * has the names.
 */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type Before, KEEP_INPUT, KEEPER, type Mapped, type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import { objectAt, type StepReader } from '#nodes/import/n8n/step-reader.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import { accountSlot, appConfig } from './app.ts'
import { RULES, SHAPES, sheetName } from './app-values.ts'

const APP = { integration: 'google-sheets' }
const TITLE = 'Google Sheets'
const READ = { action: 'read_rows', title: 'Read rows' }
const ADD = { action: 'add_row', title: 'Add a row' }
const CHANGE = { action: 'update_cells', title: 'Update cells' }

/** What came in, behind a node that keeps it. */
const KEPT = `$nodes.${KEEPER}.item`

function kept(value: Json): Json {
  if (typeof value === 'string') return value.includes('{{') ? value.replace(/\$input(?!\w)/g, () => KEPT) : value
  if (Array.isArray(value)) return value.map(kept)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, kept(part)])) : value
}

function place(reader: StepReader): JsonObject {
  const { parameters } = reader.step
  const raw = reader.get('documentId') ?? reader.get('sheetId')
  const id = RULES.googleId?.(reader, raw, 'documentId')
  if (id === undefined || id === '')
    reader.warn('setting', 'spreadsheetId', 'Choose the spreadsheet: it is empty in the file')
  return {
    spreadsheetId: id ?? '',
    range: sheetName(reader, readAt(parameters, 'range'), 'sheetName') ?? 'Sheet1',
  }
}

/** The column names and the values for them: given one by one, or the whole item. */
interface Row {
  values: Record<string, Json> | null
  /** In the order of the sheet; null where the file does not tell. */
  columns: string[] | null
}

function rowOf(reader: StepReader): Row {
  const found = objectAt(reader, 'columns')
  const names = listAt(found, 'schema').flatMap((column) => readTextAt(column, 'id') ?? [])
  const columns = names.length > 0 ? names.filter((name) => name !== 'row_number') : null
  if (readTextAt(found, 'mappingMode') !== 'autoMapInputData' && isObject(readAt(found, 'value'))) {
    const given = Object.entries(objectAt(reader, 'columns', 'value')).filter(
      ([name, value]) => value !== null && name !== 'row_number',
    )
    return { columns, values: Object.fromEntries(given.map(([name, value]) => [name, reader.value(value, name)])) }
  }
  const rows = [
    ...listAt(reader.step.parameters, 'fieldsUi', 'fieldValues'),
    ...listAt(reader.step.parameters, 'fieldsUi', 'values'),
  ]
  if (rows.length === 0) return { columns, values: null }
  const given = rows.slice(0, 200).map((row): [string, Json] => {
    const name = readTextAt(row, 'fieldId') ?? readTextAt(row, 'column') ?? ''
    return [name, reader.value(readAt(row, 'fieldValue'), name)]
  })
  return { columns: null, values: Object.fromEntries(given) }
}

const HOW = { valueInputOption: 'USER_ENTERED' }

/** A value in a list of ours that keeps its place when there is none. */
const inItem = (item: string, name: string): string => `{{ $lookup(${item}, ${JSON.stringify(name)}) }}`

/** One object of the values, as an expression. */
function objectCode({ values }: Row): string {
  if (values === null) return KEPT
  return `$nodes.${KEEPER}.values`
}

/** Keeps what came in together with the values of the row. */
const keeperFor = ({ values }: Row, match: Json | undefined): Before => ({
  ...KEEP_INPUT,
  config: {
    fields: [
      { name: 'item', value: '{{ $input }}' },
      ...(values === null ? [] : [{ name: 'values', value: values }]),
      ...(match === undefined ? [] : [{ name: 'match', value: match }]),
    ],
  },
})

const lookUp = (reader: StepReader): Before => ({
  type: 'app_action',
  title: 'Read the sheet',
  config: { ...appConfig(APP, READ, place(reader)) },
  slot: accountSlot(TITLE),
})

/** A row in the order of the names in the first row of the sheet. */
const ordered = (head: string, object: string): string =>
  `{{ ($values := ${object}; [[$map([${head}], function($name){ $lookup($values, $string($name)) != null ? $lookup($values, $string($name)) : null })]]) }}`

const append: Mapper = (reader) => {
  const row = rowOf(reader)
  const at = place(reader)
  const slot = accountSlot(TITLE)
  if (row.columns !== null) {
    const cells = row.columns.map((name) => (row.values === null ? inItem('$input', name) : (row.values[name] ?? null)))
    return mapped('app_action', appConfig(APP, ADD, { ...at, values: [cells], ...HOW }), { slot, effect: 'write' })
  }
  const before = [keeperFor(row, undefined), lookUp(reader)]
  const input = {
    ...(kept(at) as JsonObject),
    values: ordered('($rows := $input.values; $rows[0])', objectCode(row)),
    ...HOW,
  }
  return mapped('app_action', appConfig(APP, ADD, input), {
    slot,
    before: before.map((one, index) => (index === 0 ? one : { ...one, config: kept(one.config) as JsonObject })),
    ...handedOn(KEPT),
  })
}

/** n8n hands on the row, the service what it changed. */
const handedOn = (code: string): Partial<Mapped> => ({
  follow: { type: 'set_fields', title: 'The row', config: { json: `{{ ${code} }}` } },
})

/** @param adds adds a row where none matches */
const change =
  (adds: boolean): Mapper =>
  (reader) => {
    const row = rowOf(reader)
    const found = objectAt(reader, 'columns')
    const column =
      listAt(found, 'matchingColumns').map(String)[0] ??
      readTextAt(reader.step.parameters, 'columnToMatchOn') ??
      readTextAt(reader.step.parameters, 'key')
    if (column === undefined || column === '' || column.startsWith('=')) return null
    const wanted =
      readAt(found, 'value', column) ??
      reader.get('valueToMatchOn') ??
      (row.values === null ? undefined : row.values[column])
    const match =
      wanted === undefined ? `{{ $lookup($input, ${JSON.stringify(column)}) }}` : reader.value(wanted, column)
    const at = kept(place(reader)) as JsonObject
    const isNumber = column === 'row_number'
    const number = isNumber
      ? `$number($nodes.${KEEPER}.match)`
      : `($rows := $input.values; $head := $rows[0]; $place := $filter([0..$count($head) - 1], function($i){ $head[$i] = ${JSON.stringify(column)} })[0]; $found := $filter([1..$count($rows) - 1], function($i){ ($cells := $rows[$i]; $string($cells[$place])) = $string($nodes.${KEEPER}.match) })[0]; $exists($found) ? $found + 1 : ${adds ? '$count($rows) + 1' : '$error("No row matches")'})`
    const sheet = typeof at.range === 'string' ? at.range : 'Sheet1'
    const name = sheet.includes('{{')
      ? `$string(${sheet.replace(/^\{\{\s*|\s*\}\}$/g, '')})`
      : JSON.stringify(sheet.split('!')[0] ?? sheet)
    const input = {
      ...at,
      range: `{{ "'" & ${name} & "'!A" & ${number} }}`,
      values: ordered('($rows := $input.values; $rows[0])', objectCode(row)),
      ...HOW,
    }
    const read = lookUp(reader)
    return mapped('app_action', appConfig(APP, CHANGE, input), {
      slot: accountSlot(TITLE),
      before: [keeperFor(row, match), { ...read, config: kept(read.config) as JsonObject }],
      ...handedOn(row.values === null ? KEPT : `$merge([${KEPT}, $nodes.${KEEPER}.values])`),
    })
  }

const read: Mapper = (reader) => {
  const at = place(reader)
  const filters = [
    ...listAt(reader.step.parameters, 'filtersUI', 'values'),
    ...(readTextAt(reader.step.parameters, 'operation') === 'lookup' ? [reader.step.parameters] : []),
  ].flatMap((row) => {
    const column = readTextAt(row, 'lookupColumn')
    return column && !column.startsWith('=') ? [{ column, value: readAt(row, 'lookupValue') ?? '' }] : []
  })
  const rows = SHAPES.sheetRows?.code ?? '$input'
  const rest = { slot: accountSlot(TITLE), gives: 'many' as const, effect: 'read' as const }
  const config = appConfig(APP, READ, at)
  if (filters.length === 0)
    return mapped('app_action', config, {
      ...rest,
      follow: { type: 'set_fields', title: 'Rows in the n8n format', config: { json: `{{ ${rows} }}` } },
    })
  const any = readTextAt(reader.step.parameters, 'combineFilters') === 'OR'
  const conditions = filters.map(
    ({ column }, index) => `$string($lookup($row, ${JSON.stringify(column)})) = $string($wanted[${index}])`,
  )
  const keeper: Before = {
    ...KEEP_INPUT,
    config: {
      fields: [
        { name: 'item', value: '{{ $input }}' },
        { name: 'wanted', value: filters.map(({ column, value }) => reader.value(value, column)) },
      ],
    },
  }
  const chosen = `($wanted := $nodes.${KEEPER}.wanted; [$filter(${rows}, function($row){ ${conditions.join(any ? ' or ' : ' and ')} })])`
  return mapped('app_action', kept(config) as JsonObject, {
    ...rest,
    before: [keeper],
    follow: { type: 'set_fields', title: 'Rows that match', config: { json: `{{ ${chosen} }}` } },
  })
}

const OPERATIONS: Record<string, Mapper> = {
  read,
  lookup: read,
  append,
  update: change(false),
  appendOrUpdate: change(true),
  upsert: change(true),
}

/** Rows of a sheet; what else is done with spreadsheets is in the table. */
export const sheetsMapper =
  (others: Mapper): Mapper =>
  (reader) => {
    const { parameters } = reader.step
    const operation = readTextAt(parameters, 'operation') ?? 'read'
    const rows = (readTextAt(parameters, 'resource') ?? 'sheet') === 'sheet' && Object.hasOwn(OPERATIONS, operation)
    return rows ? (OPERATIONS[operation]?.(reader) ?? null) : others(reader)
  }
