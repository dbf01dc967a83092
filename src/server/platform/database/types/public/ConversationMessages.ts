import type { ConversationsId } from './Conversations.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ConversationMessagesId = string;

/** Represents the table public.conversation_messages */
export default interface ConversationMessagesTable {
  id: ColumnType<ConversationMessagesId, ConversationMessagesId | undefined, ConversationMessagesId>;

  conversation_id: ColumnType<ConversationsId, ConversationsId, ConversationsId>;

  seq: ColumnType<number, never, never>;

  key: ColumnType<string | null, string | null, string | null>;

  role: ColumnType<string, string, string>;

  text: ColumnType<string, string, string>;

  data: ColumnType<unknown | null, unknown | null, unknown | null>;

  files: ColumnType<unknown, unknown | undefined, unknown>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  started: ColumnType<boolean, boolean | undefined, boolean>;

  error: ColumnType<string | null, string | null, string | null>;

  replaced_by: ColumnType<ConversationMessagesId | null, ConversationMessagesId | null, ConversationMessagesId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  citations: ColumnType<unknown, unknown | undefined, unknown>;

  rating: ColumnType<string | null, string | null, string | null>;

  rating_reason: ColumnType<string, string | undefined, string>;

  rated_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  author: ColumnType<string | null, string | null, string | null>;
}

export type ConversationMessages = Selectable<ConversationMessagesTable>;

export type NewConversationMessages = Insertable<ConversationMessagesTable>;

export type ConversationMessagesUpdate = Updateable<ConversationMessagesTable>;