import type { AssistantsId } from './Assistants.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AssistantTokensHash = string;

/** Represents the table public.assistant_tokens */
export default interface AssistantTokensTable {
  hash: ColumnType<AssistantTokensHash, AssistantTokensHash, AssistantTokensHash>;

  assistant_id: ColumnType<AssistantsId, AssistantsId, AssistantsId>;

  kind: ColumnType<string, string, string>;

  scopes: ColumnType<string[], string[], string[]>;

  expires_at: ColumnType<Date, Date | string, Date | string>;

  used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type AssistantTokens = Selectable<AssistantTokensTable>;

export type NewAssistantTokens = Insertable<AssistantTokensTable>;

export type AssistantTokensUpdate = Updateable<AssistantTokensTable>;