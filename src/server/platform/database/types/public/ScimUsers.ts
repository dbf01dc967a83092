import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ScimUsersId = string;

/** Represents the table public.scim_users */
export default interface ScimUsersTable {
  id: ColumnType<ScimUsersId, ScimUsersId | undefined, ScimUsersId>;

  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  user_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  user_name: ColumnType<string, string, string>;

  external_id: ColumnType<string | null, string | null, string | null>;

  email: ColumnType<string, string, string>;

  given_name: ColumnType<string | null, string | null, string | null>;

  family_name: ColumnType<string | null, string | null, string | null>;

  display_name: ColumnType<string | null, string | null, string | null>;

  active: ColumnType<boolean, boolean, boolean>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ScimUsers = Selectable<ScimUsersTable>;

export type NewScimUsers = Insertable<ScimUsersTable>;

export type ScimUsersUpdate = Updateable<ScimUsersTable>;