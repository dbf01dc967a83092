import type { ChannelsId } from './Channels.ts';
import type { ChatVisitorsId } from './ChatVisitors.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ChannelOutboxId = string;

/** Represents the table public.channel_outbox */
export default interface ChannelOutboxTable {
  id: ColumnType<ChannelOutboxId, ChannelOutboxId | undefined, ChannelOutboxId>;

  seq: ColumnType<number, never, never>;

  channel_id: ColumnType<ChannelsId, ChannelsId, ChannelsId>;

  visitor_id: ColumnType<ChatVisitorsId, ChatVisitorsId, ChatVisitorsId>;

  cause: ColumnType<string, string, string>;

  kind: ColumnType<string, string, string>;

  text: ColumnType<string, string, string>;

  state: ColumnType<string, string | undefined, string>;

  attempts: ColumnType<number, number | undefined, number>;

  due_at: ColumnType<Date, Date | string | undefined, Date | string>;

  sending_since: ColumnType<Date | null, Date | string | null, Date | string | null>;

  external_id: ColumnType<string | null, string | null, string | null>;

  error: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  thread: ColumnType<string, string | undefined, string>;

  envelope: ColumnType<unknown | null, unknown | null, unknown | null>;

  files: ColumnType<unknown, unknown | undefined, unknown>;
}

export type ChannelOutbox = Selectable<ChannelOutboxTable>;

export type NewChannelOutbox = Insertable<ChannelOutboxTable>;

export type ChannelOutboxUpdate = Updateable<ChannelOutboxTable>;