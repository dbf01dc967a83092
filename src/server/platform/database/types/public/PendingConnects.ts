import type { UsersId } from './Users.ts';
import type { CredentialsId } from './Credentials.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PendingConnectsStateHash = string;

/** Represents the table public.pending_connects */
export default interface PendingConnectsTable {
  state_hash: ColumnType<PendingConnectsStateHash, PendingConnectsStateHash, PendingConnectsStateHash>;

  service: ColumnType<string, string, string>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  expires_at: ColumnType<Date, Date | string, Date | string>;

  credential_id: ColumnType<CredentialsId | null, CredentialsId | null, CredentialsId | null>;

  session_id: ColumnType<string | null, string | null, string | null>;
}

export type PendingConnects = Selectable<PendingConnectsTable>;

export type NewPendingConnects = Insertable<PendingConnectsTable>;

export type PendingConnectsUpdate = Updateable<PendingConnectsTable>;