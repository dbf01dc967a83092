import type { ApprovalBotsId } from './ApprovalBots.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ApprovalContactsId = string;

/** Represents the table public.approval_contacts */
export default interface ApprovalContactsTable {
  id: ColumnType<ApprovalContactsId, ApprovalContactsId | undefined, ApprovalContactsId>;

  bot_id: ColumnType<ApprovalBotsId, ApprovalBotsId, ApprovalBotsId>;

  person_id: ColumnType<UsersId, UsersId, UsersId>;

  address: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  last_error: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ApprovalContacts = Selectable<ApprovalContactsTable>;

export type NewApprovalContacts = Insertable<ApprovalContactsTable>;

export type ApprovalContactsUpdate = Updateable<ApprovalContactsTable>;