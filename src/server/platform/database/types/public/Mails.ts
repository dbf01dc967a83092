import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MailsId = string;

/** Represents the table public.mails */
export default interface MailsTable {
  id: ColumnType<MailsId, MailsId, MailsId>;

  to_address: ColumnType<string, string, string>;

  subject: ColumnType<string, string, string>;

  body: ColumnType<string, string, string>;

  reply_to: ColumnType<string | null, string | null, string | null>;

  status: ColumnType<string, string | undefined, string>;

  attempts: ColumnType<number, number | undefined, number>;

  next_attempt_at: ColumnType<Date, Date | string | undefined, Date | string>;

  give_up_at: ColumnType<Date, Date | string | undefined, Date | string>;

  message_id: ColumnType<string | null, string | null, string | null>;

  last_error: ColumnType<string | null, string | null, string | null>;

  noted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  taken_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  attachments: ColumnType<unknown | null, unknown | null, unknown | null>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  run_id: ColumnType<string | null, string | null, string | null>;

  owner_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  names: ColumnType<string[] | null, string[] | null, string[] | null>;
}

export type Mails = Selectable<MailsTable>;

export type NewMails = Insertable<MailsTable>;

export type MailsUpdate = Updateable<MailsTable>;