import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkspaceInvitationsId = string;

/** Represents the table public.workspace_invitations */
export default interface WorkspaceInvitationsTable {
  id: ColumnType<WorkspaceInvitationsId, WorkspaceInvitationsId | undefined, WorkspaceInvitationsId>;

  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  email: ColumnType<string, string, string>;

  role: ColumnType<string, string, string>;

  token_hash: ColumnType<unknown, unknown, unknown>;

  invited_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export type WorkspaceInvitations = Selectable<WorkspaceInvitationsTable>;

export type NewWorkspaceInvitations = Insertable<WorkspaceInvitationsTable>;

export type WorkspaceInvitationsUpdate = Updateable<WorkspaceInvitationsTable>;