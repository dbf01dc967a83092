import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.workspace_members */
export default interface WorkspaceMembersTable {
  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  role: ColumnType<string, string, string>;

  joined_at: ColumnType<Date, Date | string | undefined, Date | string>;

  month_cap_paise: ColumnType<number | null, number | null, number | null>;

  by_groups: ColumnType<boolean, boolean | undefined, boolean>;
}

export type WorkspaceMembers = Selectable<WorkspaceMembersTable>;

export type NewWorkspaceMembers = Insertable<WorkspaceMembersTable>;

export type WorkspaceMembersUpdate = Updateable<WorkspaceMembersTable>;