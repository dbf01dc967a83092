import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ApiKeysId = string;

/** Represents the table public.api_keys */
export default interface ApiKeysTable {
  id: ColumnType<ApiKeysId, ApiKeysId | undefined, ApiKeysId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  prefix: ColumnType<string, string, string>;

  hash: ColumnType<unknown, unknown, unknown>;

  scopes: ColumnType<string[], string[], string[]>;

  expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  last_used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  allowed_origins: ColumnType<string[] | null, string[] | null, string[] | null>;

  made_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;
}

export type ApiKeys = Selectable<ApiKeysTable>;

export type NewApiKeys = Insertable<ApiKeysTable>;

export type ApiKeysUpdate = Updateable<ApiKeysTable>;