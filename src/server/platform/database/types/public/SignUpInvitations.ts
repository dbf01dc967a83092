import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SignUpInvitationsId = string;

/** Represents the table public.sign_up_invitations */
export default interface SignUpInvitationsTable {
  id: ColumnType<SignUpInvitationsId, SignUpInvitationsId | undefined, SignUpInvitationsId>;

  email: ColumnType<string, string, string>;

  token_hash: ColumnType<unknown, unknown, unknown>;

  invited_by: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export type SignUpInvitations = Selectable<SignUpInvitationsTable>;

export type NewSignUpInvitations = Insertable<SignUpInvitationsTable>;

export type SignUpInvitationsUpdate = Updateable<SignUpInvitationsTable>;