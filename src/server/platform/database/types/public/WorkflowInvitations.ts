import type { WorkflowsId } from './Workflows.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowInvitationsId = string;

/** Represents the table public.workflow_invitations */
export default interface WorkflowInvitationsTable {
  id: ColumnType<WorkflowInvitationsId, WorkflowInvitationsId | undefined, WorkflowInvitationsId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  email: ColumnType<string, string, string>;

  user_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  role: ColumnType<string, string, string>;

  invited_by: ColumnType<UsersId, UsersId, UsersId>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type WorkflowInvitations = Selectable<WorkflowInvitationsTable>;

export type NewWorkflowInvitations = Insertable<WorkflowInvitationsTable>;

export type WorkflowInvitationsUpdate = Updateable<WorkflowInvitationsTable>;