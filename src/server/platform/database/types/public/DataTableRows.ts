import type { DataTablesId } from './DataTables.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type DataTableRowsId = string;

/** Represents the table public.data_table_rows */
export default interface DataTableRowsTable {
  id: ColumnType<DataTableRowsId, DataTableRowsId | undefined, DataTableRowsId>;

  table_id: ColumnType<DataTablesId, DataTablesId, DataTablesId>;

  position: ColumnType<number, never, never>;

  cells: ColumnType<unknown, unknown, unknown>;

  bytes: ColumnType<number, never, never>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type DataTableRows = Selectable<DataTableRowsTable>;

export type NewDataTableRows = Insertable<DataTableRowsTable>;

export type DataTableRowsUpdate = Updateable<DataTableRowsTable>;