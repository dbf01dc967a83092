import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MessageCountsKey = string;

/** Represents the table public.message_counts */
export default interface MessageCountsTable {
  key: ColumnType<MessageCountsKey, MessageCountsKey, MessageCountsKey>;

  count: ColumnType<number, number, number>;

  window_ends: ColumnType<Date, Date | string, Date | string>;
}

export type MessageCounts = Selectable<MessageCountsTable>;

export type NewMessageCounts = Insertable<MessageCountsTable>;

export type MessageCountsUpdate = Updateable<MessageCountsTable>;