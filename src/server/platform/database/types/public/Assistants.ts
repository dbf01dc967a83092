import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AssistantsId = string;

/** Represents the table public.assistants */
export default interface AssistantsTable {
  id: ColumnType<AssistantsId, AssistantsId | undefined, AssistantsId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  client_id: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  returns_to: ColumnType<string, string, string>;

  resource: ColumnType<string, string, string>;

  scopes: ColumnType<string[], string[], string[]>;

  last_used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Assistants = Selectable<AssistantsTable>;

export type NewAssistants = Insertable<AssistantsTable>;

export type AssistantsUpdate = Updateable<AssistantsTable>;