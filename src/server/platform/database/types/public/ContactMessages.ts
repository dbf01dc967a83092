import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ContactMessagesId = string;

/** Represents the table public.contact_messages */
export default interface ContactMessagesTable {
  id: ColumnType<ContactMessagesId, ContactMessagesId, ContactMessagesId>;

  reference: ColumnType<string, string, string>;

  topic: ColumnType<string, string, string>;

  plan: ColumnType<string | null, string | null, string | null>;

  name: ColumnType<string, string, string>;

  email: ColumnType<string, string, string>;

  message: ColumnType<string, string, string>;

  user_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ContactMessages = Selectable<ContactMessagesTable>;

export type NewContactMessages = Insertable<ContactMessagesTable>;

export type ContactMessagesUpdate = Updateable<ContactMessagesTable>;