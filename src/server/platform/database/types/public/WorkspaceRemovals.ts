import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.workspace_removals */
export default interface WorkspaceRemovalsTable {
  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  removed_at: ColumnType<Date, Date | string | undefined, Date | string>;

  by_directory: ColumnType<boolean, boolean, boolean>;
}

export type WorkspaceRemovals = Selectable<WorkspaceRemovalsTable>;

export type NewWorkspaceRemovals = Insertable<WorkspaceRemovalsTable>;

export type WorkspaceRemovalsUpdate = Updateable<WorkspaceRemovalsTable>;