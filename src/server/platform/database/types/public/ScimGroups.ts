import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ScimGroupsId = string;

/** Represents the table public.scim_groups */
export default interface ScimGroupsTable {
  id: ColumnType<ScimGroupsId, ScimGroupsId | undefined, ScimGroupsId>;

  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  display_name: ColumnType<string, string, string>;

  external_id: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ScimGroups = Selectable<ScimGroupsTable>;

export type NewScimGroups = Insertable<ScimGroupsTable>;

export type ScimGroupsUpdate = Updateable<ScimGroupsTable>;