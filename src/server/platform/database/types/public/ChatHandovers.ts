import type { ConversationsId } from './Conversations.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.chat_handovers */
export default interface ChatHandoversTable {
  conversation_id: ColumnType<ConversationsId, ConversationsId, ConversationsId>;

  state: ColumnType<string, string, string>;

  asked_by: ColumnType<string, string, string>;

  reason: ColumnType<string, string | undefined, string>;

  taken_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  waiting_since: ColumnType<Date | null, Date | string | null, Date | string | null>;

  read_seq: ColumnType<number, number | undefined, number>;
}

export type ChatHandovers = Selectable<ChatHandoversTable>;

export type NewChatHandovers = Insertable<ChatHandoversTable>;

export type ChatHandoversUpdate = Updateable<ChatHandoversTable>;