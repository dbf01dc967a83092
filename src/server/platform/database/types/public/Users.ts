import type { UserId } from '#contract/core/primitives.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type UsersId = UserId;

/** Represents the table public.users */
export default interface UsersTable {
  id: ColumnType<UsersId, UsersId | undefined, UsersId>;

  firebase_uid: ColumnType<string, string, string>;

  email: ColumnType<string, string, string>;

  display_name: ColumnType<string, string, string>;

  role: ColumnType<string, string | undefined, string>;

  status: ColumnType<string, string | undefined, string>;

  blocked_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  status_reason: ColumnType<string | null, string | null, string | null>;

  avatar_url: ColumnType<string | null, string | null, string | null>;

  bio: ColumnType<string | null, string | null, string | null>;

  website_url: ColumnType<string | null, string | null, string | null>;

  commission_rate: ColumnType<number, number | undefined, number>;

  is_verified: ColumnType<boolean, boolean | undefined, boolean>;

  preferences: ColumnType<unknown, unknown | undefined, unknown>;

  last_login: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  keep_runs_days: ColumnType<number | null, number | null, number | null>;

  kind: ColumnType<string, string | undefined, string>;
}

export type Users = Selectable<UsersTable>;

export type NewUsers = Insertable<UsersTable>;

export type UsersUpdate = Updateable<UsersTable>;