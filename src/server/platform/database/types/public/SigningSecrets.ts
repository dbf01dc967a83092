import type { UsersId } from './Users.ts';
import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SigningSecretsId = string;

/** Represents the table public.signing_secrets */
export default interface SigningSecretsTable {
  id: ColumnType<SigningSecretsId, SigningSecretsId | undefined, SigningSecretsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  purpose: ColumnType<string, string, string>;

  service_id: ColumnType<ServicesId | null, ServicesId | null, ServicesId | null>;

  key_id: ColumnType<string, string, string>;

  wrapped_key: ColumnType<unknown, unknown, unknown>;

  sealed: ColumnType<unknown, unknown, unknown>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  replaced_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type SigningSecrets = Selectable<SigningSecretsTable>;

export type NewSigningSecrets = Insertable<SigningSecretsTable>;

export type SigningSecretsUpdate = Updateable<SigningSecretsTable>;