import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.workspaces */
export default interface WorkspacesTable {
  id: ColumnType<UsersId, UsersId, UsersId>;

  slug: ColumnType<string, string, string>;

  created_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  session_hours: ColumnType<number | null, number | null, number | null>;

  idle_minutes: ColumnType<number | null, number | null, number | null>;
}

export type Workspaces = Selectable<WorkspacesTable>;

export type NewWorkspaces = Insertable<WorkspacesTable>;

export type WorkspacesUpdate = Updateable<WorkspacesTable>;