import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type NotificationsId = string;

/** Represents the table public.notifications */
export default interface NotificationsTable {
  id: ColumnType<NotificationsId, NotificationsId | undefined, NotificationsId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  kind: ColumnType<string, string, string>;

  title: ColumnType<string, string, string>;

  message: ColumnType<string, string | undefined, string>;

  href: ColumnType<string, string, string>;

  group_key: ColumnType<string | null, string | null, string | null>;

  count: ColumnType<number, number | undefined, number>;

  seq: ColumnType<number, number, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  happened_at: ColumnType<Date, Date | string | undefined, Date | string>;

  read_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  mail_due: ColumnType<boolean, boolean | undefined, boolean>;

  title_hi: ColumnType<string | null, string | null, string | null>;

  message_hi: ColumnType<string | null, string | null, string | null>;
}

export type Notifications = Selectable<NotificationsTable>;

export type NewNotifications = Insertable<NotificationsTable>;

export type NotificationsUpdate = Updateable<NotificationsTable>;