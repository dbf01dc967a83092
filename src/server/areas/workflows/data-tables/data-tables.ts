/** The verbs of data tables: their names and columns. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import type { ColumnWanted, DataTable, DataTableId, TableColumn } from '#contract/workflows/data-tables.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import * as store from './data-tables.store.ts'

const present = ({ id, name, columns, rows, revision, updated_at }: store.TableRecord): DataTable => ({
  ...{ id, name, columns, rows, revision },
  updated_at: updated_at.toISOString(),
})

/** Sorted by name. */
export async function listDataTables(db: Queryable, grant: EditGrant): Promise<{ items: DataTable[] }> {
  return { items: (await store.findTables(db, grant.on)).map(present) }
}

/** @throws not_found, also for one of another user */
export async function getDataTable(db: Queryable, grant: EditGrant, id: DataTableId): Promise<DataTable> {
  const found = await store.findTable(db, grant.on, id)
  if (!found) throw new AppError('not_found')
  return present(found)
}

async function refuseName(tx: Queryable, owner: UserId, name: string, except: DataTableId | null): Promise<void> {
  if (await store.hasName(tx, owner, name, except))
    throw fieldError('name', 'You already have a table with this name', 'already_exists')
}

function refuseTwice(columns: readonly ColumnWanted[]): void {
  const names = columns.map(({ name }) => name.toLowerCase())
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at)
  if (twice >= 0) throw fieldError(`columns.${twice}.name`, `There are two columns “${columns[twice]?.name}”`)
}

/** @throws invalid_input, already_exists, limit_reached */
export async function createDataTable(
  db: Database,
  grant: EditGrant,
  { name, columns }: { name: string; columns: readonly ColumnWanted[] },
): Promise<DataTable> {
  refuseTwice(columns)
  const made = columns.map(({ name, type }, at) => ({ id: `c${at + 1}`, name, type }))
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await refuseName(tx, grant.on, name, null)
    const most = TABLE_LIMITS.per_person
    const id = await store.insertTable(tx, grant.on, name, made, most)
    if (id === null) throw new AppError('limit_reached', { message: `An account can have up to ${most} data tables.` })
    return getDataTable(tx, grant, id)
  })
}

/** A column with an id keeps its values; its type cannot change, because what is stored is of that type. */
function arrange(before: store.TableRecord, wanted: readonly ColumnWanted[]): { columns: TableColumn[]; next: number } {
  let next = before.next_column
  const columns = wanted.map(({ id, name, type }, at): TableColumn => {
    if (id === undefined) return { id: `c${next++}`, name, type }
    const known = before.columns.find((one) => one.id === id)
    if (!known) throw fieldError(`columns.${at}.id`, 'This column doesn’t exist')
    if (known.type !== type)
      throw fieldError(`columns.${at}.type`, 'The type of a column can’t change. Add another column instead')
    if (wanted.findIndex((one) => one.id === id) !== at)
      throw fieldError(`columns.${at}.id`, 'This column is there twice')
    return { id, name, type }
  })
  return { columns, next }
}

/** @throws not_found, invalid_input, already_exists, stale_details when its name or columns changed since `revision` */
export async function updateDataTable(
  db: Database,
  grant: EditGrant,
  id: DataTableId,
  change: { name?: string | undefined; columns?: readonly ColumnWanted[] | undefined; revision: number },
): Promise<DataTable> {
  if (change.columns) refuseTwice(change.columns)
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const before = await store.findTable(tx, grant.on, id, true)
    if (!before) throw new AppError('not_found')
    if (before.revision !== change.revision) throw new AppError('stale_details')
    const name = change.name ?? before.name
    await refuseName(tx, grant.on, name, id)
    const { columns, next } = change.columns
      ? arrange(before, change.columns)
      : { columns: before.columns, next: before.next_column }
    const gone = before.columns.map((one) => one.id).filter((one) => !columns.some(({ id }) => id === one))
    await store.saveTable(tx, id, { name, columns, next_column: next })
    if (gone.length > 0) await store.dropCells(tx, id, gone)
    return getDataTable(tx, grant, id)
  })
}

/** With all its rows. Steps that use it fail from then on and say so. @throws not_found, also for one of another user */
export async function deleteDataTable(db: Queryable, grant: EditGrant, id: DataTableId): Promise<{ id: DataTableId }> {
  if (!(await store.deleteTable(db, grant.on, id))) throw new AppError('not_found')
  return { id }
}
