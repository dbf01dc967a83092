/** The verbs of data tables: their names and columns. */

import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { TABLE_LIMITS, type TableAccess } from '#contract/workflows/data-table-values.ts'
import type {
  ColumnWanted,
  DataTable,
  DataTableDetail,
  DataTableId,
  TableColumn,
} from '#contract/workflows/data-tables.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import * as store from './data-tables.store.ts'

export interface TableDb {
  db: Database
  /** Whether addresses can be confirmed here. */
  askProof: boolean
}

export const readerOf = ({ askProof }: Pick<TableDb, 'askProof'>, grant: EditGrant): store.TableReader => ({
  user: grant.on,
  askProof,
})

const present = ({ id, name, columns, rows, revision, role, owner, updated_at }: store.TableRecord): DataTable => ({
  ...{ id, name, columns, rows, revision, role, owner },
  updated_at: updated_at.toISOString(),
})

/** One's own and those shared with one, sorted by name. */
export async function listDataTables(deps: TableDb, grant: EditGrant): Promise<{ items: DataTable[] }> {
  return { items: (await store.findTables(deps.db, readerOf(deps, grant))).map(present) }
}

/** @throws not_found, also for one that isn't shared with the user */
export async function getDataTable(
  deps: TableDb,
  grant: EditGrant,
  id: DataTableId,
  db: Queryable = deps.db,
): Promise<DataTableDetail> {
  const found = await store.findTable(db, readerOf(deps, grant), id)
  if (!found) throw new AppError('not_found')
  const shares = await store.findShares(db, grant.on, id)
  return { ...present(found), shares: shares.map((one) => ({ ...one, at: one.at.toISOString() })) }
}

/** @throws not_found, forbidden for people it is shared with */
async function lockOwn(deps: TableDb, tx: Queryable, grant: EditGrant, id: DataTableId): Promise<store.TableRecord> {
  const found = await store.findTable(tx, readerOf(deps, grant), id, true)
  if (!found) throw new AppError('not_found')
  if (found.role !== 'owner') throw new AppError('forbidden', { message: 'Only its owner can do this.' })
  return found
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
  deps: TableDb,
  grant: EditGrant,
  { name, columns }: { name: string; columns: readonly ColumnWanted[] },
): Promise<DataTableDetail> {
  refuseTwice(columns)
  const made = columns.map(({ name, type }, at) => ({ id: `c${at + 1}`, name, type }))
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await refuseName(tx, grant.on, name, null)
    const most = TABLE_LIMITS.per_person
    const id = await store.insertTable(tx, grant.on, name, made, most)
    if (id === null) throw new AppError('limit_reached', { message: `An account can have up to ${most} data tables.` })
    return getDataTable(deps, grant, id, tx)
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
  deps: TableDb,
  grant: EditGrant,
  id: DataTableId,
  change: { name?: string | undefined; columns?: readonly ColumnWanted[] | undefined; revision: number },
): Promise<DataTableDetail> {
  if (change.columns) refuseTwice(change.columns)
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const before = await lockOwn(deps, tx, grant, id)
    if (before.revision !== change.revision) throw new AppError('stale_details')
    const name = change.name ?? before.name
    await refuseName(tx, grant.on, name, id)
    const { columns, next } = change.columns
      ? arrange(before, change.columns)
      : { columns: before.columns, next: before.next_column }
    const gone = before.columns.map((one) => one.id).filter((one) => !columns.some(({ id }) => id === one))
    await store.saveTable(tx, id, { name, columns, next_column: next })
    if (gone.length > 0) await store.dropCells(tx, id, gone)
    return getDataTable(deps, grant, id, tx)
  })
}

/** With all its rows. Steps that use it fail from then on and say so. @throws not_found, forbidden for people it is shared with */
export async function deleteDataTable(deps: TableDb, grant: EditGrant, id: DataTableId): Promise<{ id: DataTableId }> {
  return deps.db.transaction().execute(async (tx) => {
    await lockOwn(deps, tx, grant, id)
    await store.deleteTable(tx, grant.on, id)
    return { id }
  })
}

/**
 * Gives an address access to a table, changes it or takes it back. An account with the address is told, once it has confirmed it where that
 * is possible; the caller sees no difference when there is none.
 * @throws not_found, forbidden for people it is shared with, limit_reached, too_many_requests
 */
export async function shareDataTable(
  deps: TableDb,
  grant: EditGrant,
  id: DataTableId,
  { email, access }: { email: string; access: TableAccess | 'none' },
): Promise<DataTableDetail> {
  return deps.db.transaction().execute(async (tx) => {
    const table = await lockOwn(deps, tx, grant, id)
    if (access === 'none') await store.removeShare(tx, id, email)
    else {
      const limit = rateLimitFor('data table shares', { key: grant.on, shared: false }, TABLE_LIMITS.shares_per_hour)
      await enforceRateLimit(tx, [limit], 'You’ve shared with many people')
      const most = TABLE_LIMITS.shares
      const user = await store.putShare(tx, { table: id, email, access, most }, readerOf(deps, grant))
      if (user === undefined)
        throw new AppError('limit_reached', { message: `A data table can be shared with up to ${most} people.` })
      if (user !== null)
        await notify(tx, user, {
          kind: 'workflow_shared',
          title: say('The data table “{name}” was shared with you', { name: table.name }),
          message: access === 'write' ? say('You can read and change its rows.') : say('You can read its rows.'),
          href: `/data-tables/${id}`,
          group: `data table shared ${id}`,
        })
    }
    return getDataTable(deps, grant, id, tx)
  })
}
