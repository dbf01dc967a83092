import type { WorkflowsId } from './Workflows.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.workflow_members */
export default interface WorkflowMembersTable {
  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  role: ColumnType<string, string, string>;

  added_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type WorkflowMembers = Selectable<WorkflowMembersTable>;

export type NewWorkflowMembers = Insertable<WorkflowMembersTable>;

export type WorkflowMembersUpdate = Updateable<WorkflowMembersTable>;