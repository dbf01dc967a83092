import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkspaceActivitySessionId = string;

/** Represents the table public.workspace_activity */
export default interface WorkspaceActivityTable {
  session_id: ColumnType<WorkspaceActivitySessionId, WorkspaceActivitySessionId, WorkspaceActivitySessionId>;

  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  acted_at: ColumnType<Date, Date | string, Date | string>;
}

export type WorkspaceActivity = Selectable<WorkspaceActivityTable>;

export type NewWorkspaceActivity = Insertable<WorkspaceActivityTable>;

export type WorkspaceActivityUpdate = Updateable<WorkspaceActivityTable>;