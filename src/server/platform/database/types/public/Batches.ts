import type { UsersId } from './Users.ts';
import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BatchesId = string;

/** Represents the table public.batches */
export default interface BatchesTable {
  id: ColumnType<BatchesId, BatchesId | undefined, BatchesId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  service_id: ColumnType<ServicesId | null, ServicesId | null, ServicesId | null>;

  created_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  name: ColumnType<string, string, string>;

  status: ColumnType<string, string | undefined, string>;

  pause_code: ColumnType<string | null, string | null, string | null>;

  pause_message: ColumnType<string | null, string | null, string | null>;

  retry_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  cap_paise: ColumnType<number | null, number | null, number | null>;

  columns: ColumnType<string[], string[] | undefined, string[]>;

  callback_url: ColumnType<string | null, string | null, string | null>;

  is_open: ColumnType<boolean, boolean | undefined, boolean>;

  round: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  started_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Batches = Selectable<BatchesTable>;

export type NewBatches = Insertable<BatchesTable>;

export type BatchesUpdate = Updateable<BatchesTable>;