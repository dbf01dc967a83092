import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BackupsId = string;

/** Represents the table public.backups */
export default interface BackupsTable {
  id: ColumnType<BackupsId, BackupsId, BackupsId>;

  requested_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  requested_at: ColumnType<Date, Date | string | undefined, Date | string>;

  begun_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  status: ColumnType<string, string, string>;

  name: ColumnType<string | null, string | null, string | null>;

  bytes: ColumnType<number | null, number | null, number | null>;

  error: ColumnType<string | null, string | null, string | null>;

  deleted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Backups = Selectable<BackupsTable>;

export type NewBackups = Insertable<BackupsTable>;

export type BackupsUpdate = Updateable<BackupsTable>;