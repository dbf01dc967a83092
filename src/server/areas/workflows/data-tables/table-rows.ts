/** The verbs of rows of data tables. */
import { Readable } from 'node:stream'
import { toCsv } from '#contract/core/csv.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import {
  type DataTableId,
  RowFilter,
  type TableColumn,
  type TableRow,
  type TableRows,
} from '#contract/workflows/data-tables.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { lockTablesOf } from '#server/platform/database/limits.store.ts'
import { type Cells, cellsOfRows, changeOf, valuesOf } from './cells.ts'
import { type ChangingRun, findNoting, type Noting } from './changes.store.ts'
import { checkFilter, checkOrder } from './conditions.ts'
import * as store from './data-tables.store.ts'
import { readerOf, type TableDb } from './data-tables.ts'
import { byIds, filterSql, firstAdded, sortSql } from './filter.store.ts'
import { rowsOfCsv } from './rows-csv.ts'

/** @throws not_found, also for one that isn't shared with the user */
async function tableOf(
  deps: TableDb,
  grant: EditGrant,
  id: DataTableId,
  { db = deps.db, lock = false }: { db?: Queryable; lock?: boolean } = {},
): Promise<store.TableRecord> {
  const found = await store.findTable(db, readerOf(deps, grant), id, lock)
  if (!found) throw new AppError('not_found')
  return found
}

const present = (
  columns: readonly TableColumn[],
  { id, cells, created_at, updated_at }: store.RowRecord,
): TableRow => ({
  id,
  values: valuesOf(columns, cells),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

function readFilter(text: string | undefined): RowFilter {
  if (text === undefined || text === '') return { match: 'all', conditions: [] }
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw fieldError('filter', 'The filter must be JSON')
  }
  const read = RowFilter.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw fieldError(['filter', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'The filter can’t be read')
}

export interface RowQuery {
  filter: RowFilter
  sort: string
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

/** @throws not_found, invalid_input naming the condition or the column to sort by */
export async function findTableRows(deps: TableDb, grant: EditGrant, id: DataTableId, query: RowQuery) {
  const { db } = deps
  const { columns } = await tableOf(deps, grant, id)
  const where = filterSql(checkFilter(columns, query.filter))
  const [rows, total] = await Promise.all([
    store.findRows(db, id, where, sortSql(checkOrder(columns, query.sort), query.order), query),
    store.countRows(db, id, where),
  ])
  return { items: rows.map((row) => present(columns, row)), total, limit: query.limit, offset: query.offset }
}

/** @param query with its filter as JSON @throws not_found, invalid_input */
export const listTableRows = async (
  deps: TableDb,
  grant: EditGrant,
  id: DataTableId,
  { filter, ...query }: Omit<RowQuery, 'filter'> & { filter?: string | undefined },
) => findTableRows(deps, grant, id, { ...query, filter: readFilter(filter) })

/** Who changes rows. */
export interface Changer {
  grant: EditGrant
  /** The run that does it; absent where a person does. */
  run?: ChangingRun | null
}

/** Under the lock of its owner's tables, so that the limits hold however many add at once. @throws not_found, forbidden for readers */
const changing = async <T>(
  deps: TableDb,
  { grant, run = null }: Changer,
  id: DataTableId,
  change: (tx: Queryable, table: store.TableRecord, noting: Noting) => Promise<T>,
  grows = true,
): Promise<T> => {
  const { owner_id } = await tableOf(deps, grant, id)
  return deps.db.transaction().execute(async (tx) => {
    await lockTablesOf(tx, owner_id)
    const table = await tableOf(deps, grant, id, { db: tx, lock: true })
    if (table.role === 'read')
      throw new AppError('forbidden', { message: 'This table is shared with you for reading only.' })
    const done = await change(tx, table, await findNoting(tx, table, run))
    if (grows) await refuseFull(tx, table)
    return done
  })
}

/** What a change adds counts for the owner, no matter who makes it. @throws limit_reached */
async function refuseFull(tx: Queryable, { id, owner_id }: store.TableRecord): Promise<void> {
  const { rows, bytes } = await store.sizeOf(tx, owner_id, id)
  if (rows > TABLE_LIMITS.rows)
    throw new AppError('limit_reached', { message: `A data table can have up to ${TABLE_LIMITS.rows} rows.` })
  if (bytes > TABLE_LIMITS.bytes_per_person)
    throw new AppError('limit_reached', {
      message: `The data tables of an account can hold up to ${TABLE_LIMITS.bytes_per_person / 1_000_000} MB.`,
    })
}

/** What is added by an id that is there already is not added again. */
async function add(
  tx: Queryable,
  table: store.TableRecord,
  rows: readonly { id: string | null; cells: Cells }[],
  noting: Noting,
) {
  const added = await store.insertRows(tx, table.id, rows, noting)
  return added.map((row) => present(table.columns, row))
}

/** @throws not_found, invalid_input naming each value that does not fit, limit_reached */
export const addTableRows = (
  deps: TableDb,
  by: Changer,
  id: DataTableId,
  rows: readonly JsonObject[],
): Promise<{ rows: TableRow[] }> =>
  changing(deps, by, id, async (tx, table, noting) => ({
    rows: await add(
      tx,
      table,
      cellsOfRows(table.columns, rows).map((cells) => ({ id: null, cells })),
      noting,
    ),
  }))

const whereOf = (columns: readonly TableColumn[], rows: TableRows) =>
  'ids' in rows ? byIds(rows.ids) : filterSql(checkFilter(columns, rows.filter, 'rows.filter'))

/** Values that are not named stay as they are. @throws not_found, invalid_input, limit_reached */
export const updateTableRows = (
  deps: TableDb,
  by: Changer,
  id: DataTableId,
  { rows, values }: { rows: TableRows; values: JsonObject },
): Promise<{ rows: number }> =>
  changing(deps, by, id, async (tx, { columns }, noting) => {
    const changed = await store.updateRows(tx, id, whereOf(columns, rows), changeOf(columns, values), noting)
    return { rows: changed }
  })

/** @throws not_found, invalid_input */
export const deleteTableRows = (
  deps: TableDb,
  by: Changer,
  id: DataTableId,
  rows: TableRows,
): Promise<{ rows: number }> =>
  changing(
    deps,
    by,
    id,
    async (tx, { columns }, noting) => ({ rows: await store.deleteRows(tx, id, whereOf(columns, rows), noting) }),
    false,
  )

/** All rows of a file or none. @throws not_found, import_refused, invalid_input naming each value that does not fit, limit_reached */
export const importTableRows = (deps: TableDb, by: Changer, id: DataTableId, csv: string): Promise<{ rows: number }> =>
  changing(deps, by, id, async (tx, table, noting) => {
    const rows = rowsOfCsv(table.columns, csv)
    const added = await add(
      tx,
      table,
      rows.map((cells) => ({ id: null, cells })),
      noting,
    )
    return { rows: added.length }
  })

/** A step adds its rows once, however often it is tried: `ids` are made of its key. */
export const addRowsOnce = (
  deps: TableDb,
  by: Changer,
  id: DataTableId,
  rows: readonly { id: string; values: Json }[],
): Promise<TableRow[]> =>
  changing(deps, by, id, async (tx, table, noting) => {
    const cells = cellsOfRows(
      table.columns,
      rows.map(({ values }) => values),
    )
    await add(
      tx,
      table,
      cells.map((one, at) => ({ id: rows[at]?.id ?? null, cells: one })),
      noting,
    )
    const ids = rows.map(({ id }) => id)
    const found = await store.findRows(tx, id, byIds(ids), firstAdded, {
      limit: ids.length,
      offset: 0,
    })
    return found.map((row) => present(table.columns, row))
  })

/** Changes the rows that the filter finds, or adds one where it finds none. */
export const addOrUpdateRow = (
  deps: TableDb,
  by: Changer,
  id: DataTableId,
  { filter, values, row_id }: { filter: RowFilter; values: JsonObject; row_id: string },
): Promise<{ updated: number; added: number }> =>
  changing(deps, by, id, async (tx, table, noting) => {
    const change = changeOf(table.columns, values)
    const updated = await store.updateRows(tx, id, filterSql(checkFilter(table.columns, filter)), change, noting)
    if (updated > 0) {
      return { updated, added: 0 }
    }
    const added = await add(tx, table, [{ id: row_id, cells: change.cells }], noting)
    return { updated, added: added.length }
  })

const SLICE = 1000

/** As UTF-8 with a byte order mark, which spreadsheets need. @throws not_found */
export async function exportTableRows(
  deps: TableDb,
  grant: EditGrant,
  id: DataTableId,
): Promise<{ name: string; body: Readable }> {
  const { name, columns } = await tableOf(deps, grant, id)
  async function* lines() {
    yield `\uFEFF${toCsv([columns.map((one) => one.name)])}`
    for (let after = 0; ; ) {
      const rows = await store.findRowsAfter(deps.db, readerOf(deps, grant), id, after, SLICE)
      yield toCsv(rows.map(({ cells }) => columns.map(({ id }) => cellText(cells[id]))))
      const last = rows.at(-1)
      if (!last || rows.length < SLICE) return
      after = last.position
    }
  }
  const file = `${name.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'table'}.csv`
  return { name: file, body: Readable.from(lines()) }
}

const cellText = (cell: Cells[string] | undefined): string | number | null =>
  typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : (cell ?? null)
