import type { DataTablesId } from './DataTables.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type DataTableSharesEmail = string;

/** Represents the table public.data_table_shares */
export default interface DataTableSharesTable {
  table_id: ColumnType<DataTablesId, DataTablesId, DataTablesId>;

  email: ColumnType<DataTableSharesEmail, DataTableSharesEmail, DataTableSharesEmail>;

  access: ColumnType<string, string, string>;

  shared_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type DataTableShares = Selectable<DataTableSharesTable>;

export type NewDataTableShares = Insertable<DataTableSharesTable>;

export type DataTableSharesUpdate = Updateable<DataTableSharesTable>;