import type { ChannelsId } from './Channels.ts';
import type { ChatVisitorsId } from './ChatVisitors.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ChannelMessagesId = string;

/** Represents the table public.channel_messages */
export default interface ChannelMessagesTable {
  id: ColumnType<ChannelMessagesId, ChannelMessagesId | undefined, ChannelMessagesId>;

  seq: ColumnType<number, never, never>;

  channel_id: ColumnType<ChannelsId, ChannelsId, ChannelsId>;

  visitor_id: ColumnType<ChatVisitorsId, ChatVisitorsId, ChatVisitorsId>;

  external_id: ColumnType<string, string, string>;

  text: ColumnType<string, string, string>;

  media: ColumnType<unknown | null, unknown | null, unknown | null>;

  unsupported: ColumnType<boolean, boolean | undefined, boolean>;

  sent_at: ColumnType<Date, Date | string, Date | string>;

  state: ColumnType<string, string, string>;

  attempts: ColumnType<number, number | undefined, number>;

  due_at: ColumnType<Date, Date | string | undefined, Date | string>;

  received_at: ColumnType<Date, Date | string | undefined, Date | string>;

  thread: ColumnType<string, string | undefined, string>;

  position: ColumnType<number, number | undefined, number>;

  envelope: ColumnType<unknown | null, unknown | null, unknown | null>;
}

export type ChannelMessages = Selectable<ChannelMessagesTable>;

export type NewChannelMessages = Insertable<ChannelMessagesTable>;

export type ChannelMessagesUpdate = Updateable<ChannelMessagesTable>;