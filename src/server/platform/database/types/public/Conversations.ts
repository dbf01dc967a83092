import type { UsersId } from './Users.ts';
import type { WorkflowsId } from './Workflows.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ConversationsId = string;

/** Represents the table public.conversations */
export default interface ConversationsTable {
  id: ColumnType<ConversationsId, ConversationsId | undefined, ConversationsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  channel: ColumnType<string, string, string>;

  end_user: ColumnType<string | null, string | null, string | null>;

  title: ColumnType<string, string | undefined, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Conversations = Selectable<ConversationsTable>;

export type NewConversations = Insertable<ConversationsTable>;

export type ConversationsUpdate = Updateable<ConversationsTable>;