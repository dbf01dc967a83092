/** The SQL of data tables. Every statement names who asks, or a table that was found for them. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { TableAccess } from '#contract/workflows/data-table-values.ts'
import type { DataTableId, TableColumn, TableRowId } from '#contract/workflows/data-tables.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Cells } from './cells.ts'
import { type Noting, noted } from './changes.store.ts'

export interface TableRecord {
  id: DataTableId
  name: string
  columns: TableColumn[]
  next_column: number
  revision: number
  rows: number
  bytes: number
  updated_at: Date
  owner_id: UserId
  owner: string
  role: 'owner' | TableAccess
}

/** Who asks; the address of an account counts once its mailbox is proven, where that is possible. */
export interface TableReader {
  user: UserId
  askProof: boolean
}

const share = ({ user, askProof }: TableReader): RawBuilder<unknown> => sql`(
  select s.access from data_table_shares s join users u on u.email = s.email
  where s.table_id = t.id and u.id = ${user} and (u.is_verified or not ${askProof}::bool))`

const record = (reader: TableReader): RawBuilder<unknown> =>
  sql`t.id, t.name, t.columns, t.next_column, t.revision, t.rows, t.bytes::float8 as bytes, t.updated_at, t.owner_id,
    (select u.display_name from users u where u.id = t.owner_id) as owner,
    case when t.owner_id = ${reader.user} then 'owner' else ${share(reader)} end as role`

const mayRead = (reader: TableReader): RawBuilder<unknown> =>
  sql`(t.owner_id = ${reader.user} or ${share(reader)} is not null)`

/** One's own and those shared with one, sorted by name. */
export async function findTables(db: Queryable, reader: TableReader): Promise<TableRecord[]> {
  const { rows } = await sql<TableRecord>`
    select ${record(reader)} from data_tables t where t.id in (
      select o.id from data_tables o where o.owner_id = ${reader.user}
      union select s.table_id from data_table_shares s join users u on u.email = s.email where u.id = ${reader.user})
      and ${mayRead(reader)} order by lower(t.name), t.id`.execute(db)
  return rows
}

/** @param lock until the transaction ends nobody else changes the table or its rows */
export async function findTable(
  db: Queryable,
  reader: TableReader,
  id: DataTableId,
  lock = false,
): Promise<TableRecord | null> {
  const { rows } = await sql<TableRecord>`
    select ${record(reader)} from data_tables t
    where t.id = ${id} and ${mayRead(reader)} ${lock ? sql`for update of t` : sql``}`.execute(db)
  return rows[0] ?? null
}

export async function hasName(
  db: Queryable,
  owner: UserId,
  name: string,
  except: DataTableId | null,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from data_tables where owner_id = ${owner} and lower(name) = lower(${name})
      and id is distinct from ${except}::uuid`.execute(db)
  return rows.length > 0
}

/** @returns null when the owner has `most` already */
export async function insertTable(
  db: Queryable,
  owner: UserId,
  name: string,
  columns: readonly TableColumn[],
  most: number,
): Promise<DataTableId | null> {
  const { rows } = await sql<{ id: DataTableId }>`
    insert into data_tables (owner_id, name, columns, next_column)
    select ${owner}, ${name}, ${JSON.stringify(columns)}::jsonb, ${columns.length + 1}
    where (select count(*) from data_tables where owner_id = ${owner}) < ${most} returning id`.execute(db)
  return rows[0]?.id ?? null
}

export async function saveTable(
  db: Queryable,
  id: DataTableId,
  { name, columns, next_column }: Pick<TableRecord, 'name' | 'columns' | 'next_column'>,
): Promise<void> {
  await sql`update data_tables set name = ${name}, columns = ${JSON.stringify(columns)}::jsonb, next_column = ${next_column},
    revision = revision + 1, updated_at = now() where id = ${id}`.execute(db)
}

/** The values of columns that are gone go with them. */
export async function dropCells(db: Queryable, id: DataTableId, columns: readonly string[]): Promise<void> {
  await sql`with changed as (
      update data_table_rows r set cells = r.cells - ${columns}::text[] where r.table_id = ${id} and r.cells ?| ${columns}::text[]
      returning new.bytes - old.bytes as more)
    update data_tables set bytes = bytes + coalesce((select sum(more) from changed), 0) where id = ${id}`.execute(db)
}

export async function deleteTable(db: Queryable, owner: UserId, id: DataTableId): Promise<boolean> {
  const { rows } = await sql`delete from data_tables where owner_id = ${owner} and id = ${id} returning id`.execute(db)
  return rows.length > 0
}

export interface ShareRow {
  email: string
  access: TableAccess
  at: Date
}

export async function findShares(db: Queryable, owner: UserId, id: DataTableId): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select s.email::text, s.access, s.at from data_table_shares s join data_tables t on t.id = s.table_id
    where t.id = ${id} and t.owner_id = ${owner} order by s.at, s.email`.execute(db)
  return rows
}

/**
 * Gives access to an address, or changes it.
 * @returns the account that has it now, if any and not the owner; undefined at the limit
 */
export async function putShare(
  tx: Queryable,
  made: { table: DataTableId; email: string; access: TableAccess; most: number },
  { user, askProof }: TableReader,
): Promise<UserId | null | undefined> {
  const { table, email, access, most } = made
  const { rows } = await sql<{ user_id: UserId | null }>`
    with put as (
      insert into data_table_shares (table_id, email, access, shared_by)
      select ${table}::uuid, ${email}::citext, ${access}, ${user}::uuid
      where (select count(*) from data_table_shares where table_id = ${table} and email <> ${email}::citext) < ${most}
      on conflict (table_id, email) do update set access = excluded.access
      returning email)
    select (select u.id from users u where u.email = put.email and u.id <> ${user} and (u.is_verified or not ${askProof}::bool)) as user_id
    from put`.execute(tx)
  return rows[0] === undefined ? undefined : rows[0].user_id
}

export async function removeShare(tx: Queryable, table: DataTableId, email: string): Promise<void> {
  await sql`delete from data_table_shares where table_id = ${table} and email = ${email}::citext`.execute(tx)
}

/** Rows of a table, and bytes of all tables of its owner. */
export async function sizeOf(db: Queryable, owner: UserId, id: DataTableId): Promise<{ rows: number; bytes: number }> {
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select coalesce(max(rows) filter (where id = ${id}), 0) as rows, coalesce(sum(bytes), 0)::float8 as bytes
    from data_tables where owner_id = ${owner}`.execute(db)
  return rows[0] ?? { rows: 0, bytes: 0 }
}

export interface RowRecord {
  id: TableRowId
  cells: Cells
  created_at: Date
  updated_at: Date
}

const row = sql`r.id, r.cells, r.created_at, r.updated_at`

export async function findRows(
  db: Queryable,
  id: DataTableId,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select ${row} from data_table_rows r where r.table_id = ${id} and ${where} order by ${order}, r.position
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** In the order in which they were added; none when the table may no longer be read. */
export async function findRowsAfter(
  db: Queryable,
  reader: TableReader,
  id: DataTableId,
  after: number,
  limit: number,
): Promise<{ cells: Cells; position: number }[]> {
  const { rows } = await sql<{ cells: Cells; position: number }>`
    select r.cells, r.position::float8 as position from data_table_rows r join data_tables t on t.id = r.table_id
    where r.table_id = ${id} and ${mayRead(reader)} and r.position > ${after} order by r.position limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function countRows(db: Queryable, id: DataTableId, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from data_table_rows r where r.table_id = ${id} and ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Rows whose ids are there already are left as they are. Their order is kept. */
export async function insertRows(
  db: Queryable,
  id: DataTableId,
  rows: readonly { id: string | null; cells: Cells }[],
  noting: Noting,
): Promise<RowRecord[]> {
  const { rows: added } = await sql<RowRecord>`
    with added as (
      insert into data_table_rows as r (id, table_id, cells)
      select coalesce((given.value ->> 'id')::uuid, uuidv7()), ${id}, given.value -> 'cells'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (value, place) order by given.place
      on conflict (id) do nothing returning ${row}, r.position, r.bytes
    ), counted as (
      update data_tables set rows = rows + (select count(*) from added), bytes = bytes + coalesce((select sum(bytes) from added), 0),
        updated_at = now() where id = ${id} and exists (select from added)
    ) ${noted(noting, id, sql`select id as row_id, 'added' as change, cells, null::jsonb as before, position from added`)}
    select id, cells, created_at, updated_at from added order by position`.execute(db)
  return added
}

/** @returns how many were changed */
export async function updateRows(
  db: Queryable,
  id: DataTableId,
  where: RawBuilder<boolean>,
  { cells, emptied }: { cells: Cells; emptied: readonly string[] },
  noting: Noting,
): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with changed as (
      update data_table_rows r set cells = (r.cells || ${JSON.stringify(cells)}::jsonb) - ${emptied}::text[], updated_at = now()
      where r.table_id = ${id} and ${where}
      returning r.id, r.position, old.cells as before, new.cells as cells, new.bytes - old.bytes as more
    ), counted as (
      update data_tables set bytes = bytes + (select sum(more) from changed), updated_at = now()
      where id = ${id} and exists (select from changed)
    ) ${noted(noting, id, sql`select id as row_id, 'changed' as change, cells, before, position from changed where cells <> before`)}
    select count(*)::int as changed from changed`.execute(db)
  return rows[0]?.changed ?? 0
}

/** @returns how many were deleted */
export async function deleteRows(
  db: Queryable,
  id: DataTableId,
  where: RawBuilder<boolean>,
  noting: Noting,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (
      delete from data_table_rows r where r.table_id = ${id} and ${where} returning r.id, r.position, r.cells, r.bytes
    ), counted as (
      update data_tables set rows = rows - (select count(*) from deleted), bytes = bytes - (select sum(bytes) from deleted),
        updated_at = now() where id = ${id} and exists (select from deleted)
    ) ${noted(noting, id, sql`select id as row_id, 'deleted' as change, cells, null::jsonb as before, position from deleted`)}
    select count(*)::int as deleted from deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}
