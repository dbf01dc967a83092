/** The SQL of data tables. Every statement names the owner or a table that was found by its owner. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { DataTableId, TableColumn, TableRowId } from '#contract/workflows/data-tables.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Cells } from './cells.ts'

export interface TableRecord {
  id: DataTableId
  name: string
  columns: TableColumn[]
  next_column: number
  revision: number
  rows: number
  bytes: number
  updated_at: Date
}

const record = sql`t.id, t.name, t.columns, t.next_column, t.revision, t.rows, t.bytes::float8 as bytes, t.updated_at`

/** Sorted by name. */
export async function findTables(db: Queryable, owner: UserId): Promise<TableRecord[]> {
  const { rows } = await sql<TableRecord>`
    select ${record} from data_tables t where t.owner_id = ${owner} order by lower(t.name), t.id`.execute(db)
  return rows
}

/** @param lock until the transaction ends nobody else changes the table or its rows */
export async function findTable(
  db: Queryable,
  owner: UserId,
  id: DataTableId,
  lock = false,
): Promise<TableRecord | null> {
  const { rows } = await sql<TableRecord>`
    select ${record} from data_tables t where t.owner_id = ${owner} and t.id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    db,
  )
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

/** Bytes of all rows of a person. */
export async function bytesOf(db: Queryable, owner: UserId): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from data_tables where owner_id = ${owner}`.execute(db)
  return rows[0]?.bytes ?? 0
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

/** In the order in which they were added; none when the table is no longer the owner's. */
export async function findRowsAfter(
  db: Queryable,
  owner: UserId,
  id: DataTableId,
  after: number,
  limit: number,
): Promise<{ cells: Cells; position: number }[]> {
  const { rows } = await sql<{ cells: Cells; position: number }>`
    select r.cells, r.position::float8 as position from data_table_rows r join data_tables t on t.id = r.table_id
    where r.table_id = ${id} and t.owner_id = ${owner} and r.position > ${after} order by r.position limit ${limit}`.execute(
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
): Promise<RowRecord[]> {
  const { rows: added } = await sql<RowRecord>`
    with added as (
      insert into data_table_rows as r (id, table_id, cells)
      select coalesce((given.value ->> 'id')::uuid, uuidv7()), ${id}, given.value -> 'cells'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (value, place) order by given.place
      on conflict (id) do nothing returning ${row}, r.position, r.bytes
    ), counted as (
      update data_tables set rows = rows + (select count(*) from added), bytes = bytes + coalesce((select sum(bytes) from added), 0),
        updated_at = now() where id = ${id} and exists (select from added))
    select id, cells, created_at, updated_at from added order by position`.execute(db)
  return added
}

/** @returns how many were changed */
export async function updateRows(
  db: Queryable,
  id: DataTableId,
  where: RawBuilder<boolean>,
  { cells, emptied }: { cells: Cells; emptied: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with changed as (
      update data_table_rows r set cells = (r.cells || ${JSON.stringify(cells)}::jsonb) - ${emptied}::text[], updated_at = now()
      where r.table_id = ${id} and ${where} returning new.bytes - old.bytes as more
    ), counted as (
      update data_tables set bytes = bytes + (select sum(more) from changed), updated_at = now()
      where id = ${id} and exists (select from changed))
    select count(*)::int as changed from changed`.execute(db)
  return rows[0]?.changed ?? 0
}

/** @returns how many were deleted */
export async function deleteRows(db: Queryable, id: DataTableId, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (delete from data_table_rows r where r.table_id = ${id} and ${where} returning r.bytes
    ), counted as (
      update data_tables set rows = rows - (select count(*) from deleted), bytes = bytes - (select sum(bytes) from deleted),
        updated_at = now() where id = ${id} and exists (select from deleted))
    select count(*)::int as deleted from deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}
