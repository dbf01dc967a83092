import type { UsersId } from './Users.ts';
import type { WorkflowsId } from './Workflows.ts';
import type { ServicesId } from './Services.ts';
import type { ChatVisitorsId } from './ChatVisitors.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ConversationsId = string;

/** Represents the table public.conversations */
export default interface ConversationsTable {
  id: ColumnType<ConversationsId, ConversationsId | undefined, ConversationsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  workflow_id: ColumnType<WorkflowsId | null, WorkflowsId | null, WorkflowsId | null>;

  channel: ColumnType<string, string, string>;

  end_user: ColumnType<string | null, string | null, string | null>;

  title: ColumnType<string, string | undefined, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  service_id: ColumnType<ServicesId | null, ServicesId | null, ServicesId | null>;

  visitor_id: ColumnType<ChatVisitorsId | null, ChatVisitorsId | null, ChatVisitorsId | null>;

  session_hash: ColumnType<string | null, string | null, string | null>;

  handed_over: ColumnType<boolean, boolean | undefined, boolean>;

  thread: ColumnType<string, string | undefined, string>;
}

export type Conversations = Selectable<ConversationsTable>;

export type NewConversations = Insertable<ConversationsTable>;

export type ConversationsUpdate = Updateable<ConversationsTable>;