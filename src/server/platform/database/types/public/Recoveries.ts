import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RecoveriesId = string;

/** Represents the table public.recoveries */
export default interface RecoveriesTable {
  id: ColumnType<RecoveriesId, RecoveriesId | undefined, RecoveriesId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  key: ColumnType<string, string, string>;

  action: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Recoveries = Selectable<RecoveriesTable>;

export type NewRecoveries = Insertable<RecoveriesTable>;

export type RecoveriesUpdate = Updateable<RecoveriesTable>;