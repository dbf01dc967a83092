import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type DataExportsId = string;

/** Represents the table public.data_exports */
export default interface DataExportsTable {
  id: ColumnType<DataExportsId, DataExportsId | undefined, DataExportsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  status: ColumnType<string, string | undefined, string>;

  taken_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  bytes: ColumnType<number | null, number | null, number | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type DataExports = Selectable<DataExportsTable>;

export type NewDataExports = Insertable<DataExportsTable>;

export type DataExportsUpdate = Updateable<DataExportsTable>;