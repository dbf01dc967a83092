import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AssistantCodesHash = string;

/** Represents the table public.assistant_codes */
export default interface AssistantCodesTable {
  hash: ColumnType<AssistantCodesHash, AssistantCodesHash, AssistantCodesHash>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  client_id: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  returns_to: ColumnType<string, string, string>;

  redirect_uri: ColumnType<string, string, string>;

  resource: ColumnType<string, string, string>;

  scopes: ColumnType<string[], string[], string[]>;

  challenge: ColumnType<string, string, string>;

  expires_at: ColumnType<Date, Date | string, Date | string>;

  used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  assistant_id: ColumnType<string | null, string | null, string | null>;
}

export type AssistantCodes = Selectable<AssistantCodesTable>;

export type NewAssistantCodes = Insertable<AssistantCodesTable>;

export type AssistantCodesUpdate = Updateable<AssistantCodesTable>;