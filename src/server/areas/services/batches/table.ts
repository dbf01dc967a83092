/** Spreadsheets as items: columns become inputs, each row a run. Read in a process of their own, formulas as their last value. */
import { AppError, ERRORS, type ErrorCode, fieldError } from '#contract/core/errors.ts'
import type { FileId, Json, JsonObject } from '#contract/core/primitives.ts'
import { BATCH } from '#contract/services/batch-values.ts'
import type { BatchDetail, BatchId, TablePreview } from '#contract/services/batches.ts'
import { NodeError } from '#nodes/node.ts'
import type { FilesPort } from '#nodes/ports.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { type WorkFor, workForOwner } from '#nodes/work-for.ts'
import type { UseServices } from '#server/areas/services/services/services.policy.ts'
import { getService } from '#server/areas/services/services/services.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toStorableJson } from '#server/platform/database/storable-json.ts'
import { isObject } from '#shared/json.ts'
import { addItems, findOwnBatch, getBatch, nameOfRow, requireDraft } from './batches.ts'
import { nextPosition } from './items.store.ts'

type Use = UseServices

export interface TableDeps {
  db: Database
  files: Pick<FilesPort, 'open'>
  paperwork: DoPaperwork
}

interface Table {
  columns: string[]
  rows: Json[][]
  cut: boolean
}

const textOf = (cell: Json | undefined): string => (cell === null || cell === undefined ? '' : String(cell).trim())

/** Each once, with a name of its own where a column has none. */
export function columnNames(head: readonly Json[]): string[] {
  const taken = new Set<string>()
  return head.map((cell, at) => {
    const name = textOf(cell).slice(0, 180) || `Column ${at + 1}`
    let one = name
    for (let number = 2; taken.has(one.toLowerCase()); number++) one = `${name} (${number})`
    taken.add(one.toLowerCase())
    return one
  })
}

function refusal(error: unknown): unknown {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'file_not_found') return fieldError('file_id', 'This file doesn’t exist. Upload it first.')
  if (error.code === 'runner_lost' || error.code === 'runner_busy')
    return new AppError('unavailable', { retryAfter: 2, cause: error })
  return error.code in ERRORS ? new AppError(error.code as ErrorCode, { message: error.message }) : error
}

/** @throws not_found, file_encrypted, file_broken, file_unsupported, file_too_large */
async function readTable({ files, paperwork }: TableDeps, grant: Use, id: FileId, signal: AbortSignal): Promise<Table> {
  const owner = { user_id: grant.on }
  const work: WorkFor = workForOwner(owner, signal)
  try {
    const file = await files.open(id, { owner, execution_id: null })
    const order = { do: 'read_spreadsheet', sheet: null, most_rows: BATCH.items + 1 } as const
    const { data, files: made } = await paperwork(order, [await file.read()], work)
    const lines = Buffer.from(made[0]?.bytes ?? new Uint8Array())
      .toString()
      .split('\n')
      .filter((line) => line !== '')
    const [head = [], ...rows] = lines.map((line) => JSON.parse(line) as Json[])
    if (head.length === 0) throw new AppError('file_empty')
    return { columns: columnNames(head.slice(0, BATCH.table_columns)), rows, cut: data.cut === true }
  } catch (error) {
    throw refusal(error)
  }
}

export async function previewTable(
  deps: TableDeps,
  grant: Use,
  id: FileId,
  signal: AbortSignal,
): Promise<TablePreview> {
  const { columns, rows, cut } = await readTable(deps, grant, id, signal)
  const shown = rows.slice(0, BATCH.preview_rows).map((row) => columns.map((_, at) => textOf(row[at]).slice(0, 300)))
  return { columns, rows: shown, total: rows.length, cut }
}

const propertiesOf = (schema: JsonObject): JsonObject =>
  isObject(schema.properties) ? (schema.properties as JsonObject) : {}

/** A cell as the input asks for it. What is not of that kind stays as it is, and the item says so when its turn comes. */
function inputValue(cell: Json | undefined, schema: Json | undefined): Json | undefined {
  const text = textOf(cell)
  if (text === '') return undefined
  const { type, properties } = isObject(schema) ? (schema as JsonObject) : ({} as JsonObject)
  if (type === 'number' || type === 'integer') {
    const number = Number(text.replace(/[,\s₹]/g, ''))
    return Number.isFinite(number) ? number : text
  }
  if (type === 'boolean') {
    if (/^(?:true|yes|y|1|हाँ)$/i.test(text)) return true
    return /^(?:false|no|n|0|नहीं)$/i.test(text) ? false : text
  }
  if (isObject(properties) && 'file_id' in properties) return { file_id: text }
  if (type === 'array') return text.split(/\s*;\s*/).filter((one) => one !== '')
  return text
}

interface Mapping {
  mapping: Readonly<Record<string, string>>
  name_column?: string | undefined
}

/** @returns the column of each input. @throws invalid_input for inputs and columns that aren’t there */
function checkMapping(
  { mapping, name_column }: Mapping,
  columns: readonly string[],
  properties: JsonObject,
): Map<string, number> {
  if (Object.keys(mapping).length === 0) throw fieldError('mapping', 'Choose a column for at least one input.')
  const found = new Map<string, number>()
  for (const [input, column] of Object.entries(mapping)) {
    if (!Object.hasOwn(properties, input)) throw fieldError(`mapping.${input}`, `The service has no input “${input}”.`)
    const at = columns.indexOf(column)
    if (at < 0) throw fieldError(`mapping.${input}`, `There is no column “${column}”.`)
    found.set(input, at)
  }
  if (name_column !== undefined && !columns.includes(name_column))
    throw fieldError('name_column', `There is no column “${name_column}”.`)
  return found
}

/** The inputs of the service of a batch. @throws not_found, illegal_transition once the service was deleted */
export async function inputsOf(db: Database, grant: Use, id: BatchId): Promise<JsonObject> {
  const { service_id } = await findOwnBatch(db, grant, id)
  if (service_id === null)
    throw new AppError('illegal_transition', { message: 'The service of this batch was deleted.' })
  const { input_schema } = await getService(db, grant, service_id)
  return propertiesOf(input_schema)
}

interface Rows {
  columns: readonly string[]
  rows: readonly (readonly Json[])[]
}

/**
 * Each row becomes a document of a draft.
 * @param properties the inputs of its service
 * @throws not_found, illegal_transition, limit_reached, invalid_input for inputs and columns that aren’t there
 */
export async function addRows(
  db: Database,
  grant: Use,
  id: BatchId,
  { properties, ...wanted }: Mapping & { properties: JsonObject },
  { columns, rows }: Rows,
): Promise<BatchDetail> {
  const inputs = checkMapping(wanted, columns, properties)
  const nameAt = wanted.name_column === undefined ? -1 : columns.indexOf(wanted.name_column)
  const inputOf = (row: readonly Json[]): JsonObject =>
    Object.fromEntries(
      [...inputs].flatMap(([input, at]) => {
        const value = inputValue(row[at], properties[input])
        return value === undefined ? [] : [[input, value]]
      }),
    )
  await db.transaction().execute(async (tx) => {
    await requireDraft(tx, grant, id)
    const first = await nextPosition(tx, id)
    const items = rows.map((row, at) => ({
      position: first + at,
      name: textOf(row[nameAt]).slice(0, BATCH.item_name) || nameOfRow(first + at),
      input: toStorableJson(JSON.stringify(inputOf(row))),
      problem: null,
    }))
    for (let at = 0; at < items.length; at += BATCH.items_per_request)
      await addItems(tx, id, items.slice(at, at + BATCH.items_per_request))
  })
  return getBatch(db, grant, id)
}

/** @throws as `addRows` and `readTable`, limit_reached for more rows than a batch takes */
export async function addTable(
  deps: TableDeps,
  grant: Use,
  id: BatchId,
  wanted: Mapping & { file_id: FileId },
  signal: AbortSignal,
): Promise<BatchDetail> {
  // Before the file is read, which takes long.
  const properties = await inputsOf(deps.db, grant, id)
  const { cut, ...table } = await readTable(deps, grant, wanted.file_id, signal)
  if (cut)
    throw new AppError('limit_reached', {
      message: `A batch can have up to ${BATCH.items.toLocaleString('en')} documents.`,
    })
  return addRows(deps.db, grant, id, { properties, ...wanted }, table)
}
