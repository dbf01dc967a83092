import type { ApprovalBotsId } from './ApprovalBots.ts';
import type { ExecutionWaitsId } from './ExecutionWaits.ts';
import type { ApprovalContactsId } from './ApprovalContacts.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ApprovalMessagesId = string;

/** Represents the table public.approval_messages */
export default interface ApprovalMessagesTable {
  id: ColumnType<ApprovalMessagesId, ApprovalMessagesId | undefined, ApprovalMessagesId>;

  bot_id: ColumnType<ApprovalBotsId, ApprovalBotsId, ApprovalBotsId>;

  wait_id: ColumnType<ExecutionWaitsId | null, ExecutionWaitsId | null, ExecutionWaitsId | null>;

  is_question: ColumnType<boolean, boolean, boolean>;

  contact_id: ColumnType<ApprovalContactsId | null, ApprovalContactsId | null, ApprovalContactsId | null>;

  in_channel: ColumnType<boolean, boolean | undefined, boolean>;

  address: ColumnType<string, string, string>;

  visible_to: ColumnType<string | null, string | null, string | null>;

  words: ColumnType<string, string | undefined, string>;

  state: ColumnType<string, string | undefined, string>;

  place: ColumnType<string | null, string | null, string | null>;

  external_id: ColumnType<string | null, string | null, string | null>;

  is_masked: ColumnType<boolean, boolean | undefined, boolean>;

  has_buttons: ColumnType<boolean, boolean | undefined, boolean>;

  is_closed: ColumnType<boolean, boolean | undefined, boolean>;

  attempts: ColumnType<number, number | undefined, number>;

  sending_since: ColumnType<Date | null, Date | string | null, Date | string | null>;

  due_at: ColumnType<Date, Date | string | undefined, Date | string>;

  error: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ApprovalMessages = Selectable<ApprovalMessagesTable>;

export type NewApprovalMessages = Insertable<ApprovalMessagesTable>;

export type ApprovalMessagesUpdate = Updateable<ApprovalMessagesTable>;