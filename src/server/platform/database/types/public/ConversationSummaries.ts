import type { ConversationMessagesId } from './ConversationMessages.ts';
import type { ConversationsId } from './Conversations.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.conversation_summaries */
export default interface ConversationSummariesTable {
  through: ColumnType<ConversationMessagesId, ConversationMessagesId, ConversationMessagesId>;

  conversation_id: ColumnType<ConversationsId, ConversationsId, ConversationsId>;

  text: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ConversationSummaries = Selectable<ConversationSummariesTable>;

export type NewConversationSummaries = Insertable<ConversationSummariesTable>;

export type ConversationSummariesUpdate = Updateable<ConversationSummariesTable>;