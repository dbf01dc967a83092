import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AssistantClientsId = string;

/** Represents the table public.assistant_clients */
export default interface AssistantClientsTable {
  id: ColumnType<AssistantClientsId, AssistantClientsId, AssistantClientsId>;

  name: ColumnType<string, string, string>;

  redirect_uris: ColumnType<string[], string[], string[]>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type AssistantClients = Selectable<AssistantClientsTable>;

export type NewAssistantClients = Insertable<AssistantClientsTable>;

export type AssistantClientsUpdate = Updateable<AssistantClientsTable>;