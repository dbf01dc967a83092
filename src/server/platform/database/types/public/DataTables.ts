import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type DataTablesId = string;

/** Represents the table public.data_tables */
export default interface DataTablesTable {
  id: ColumnType<DataTablesId, DataTablesId | undefined, DataTablesId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  columns: ColumnType<unknown, unknown, unknown>;

  next_column: ColumnType<number, number, number>;

  revision: ColumnType<number, number | undefined, number>;

  rows: ColumnType<number, number | undefined, number>;

  bytes: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type DataTables = Selectable<DataTablesTable>;

export type NewDataTables = Insertable<DataTablesTable>;

export type DataTablesUpdate = Updateable<DataTablesTable>;