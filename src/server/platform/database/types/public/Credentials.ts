import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CredentialsId = string;

/** Represents the table public.credentials */
export default interface CredentialsTable {
  id: ColumnType<CredentialsId, CredentialsId | undefined, CredentialsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  type: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  shown: ColumnType<unknown, unknown | undefined, unknown>;

  hint: ColumnType<string | null, string | null, string | null>;

  key_id: ColumnType<string, string, string>;

  wrapped_key: ColumnType<unknown, unknown, unknown>;

  sealed: ColumnType<unknown, unknown, unknown>;

  status: ColumnType<string, string | undefined, string>;

  last_used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  renewing_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  connector: ColumnType<string | null, string | null, string | null>;
}

export type Credentials = Selectable<CredentialsTable>;

export type NewCredentials = Insertable<CredentialsTable>;

export type CredentialsUpdate = Updateable<CredentialsTable>;