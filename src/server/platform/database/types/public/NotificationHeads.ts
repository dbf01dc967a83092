import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.notification_heads */
export default interface NotificationHeadsTable {
  user_id: ColumnType<UsersId, UsersId, UsersId>;

  seq: ColumnType<number, number | undefined, number>;
}

export type NotificationHeads = Selectable<NotificationHeadsTable>;

export type NewNotificationHeads = Insertable<NotificationHeadsTable>;

export type NotificationHeadsUpdate = Updateable<NotificationHeadsTable>;