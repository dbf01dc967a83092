import type { ServicesId } from './Services.ts';
import type { UsersId } from './Users.ts';
import type { ChannelsId } from './Channels.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ChatVisitorsId = string;

/** Represents the table public.chat_visitors */
export default interface ChatVisitorsTable {
  id: ColumnType<ChatVisitorsId, ChatVisitorsId | undefined, ChatVisitorsId>;

  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  token_hash: ColumnType<string | null, string | null, string | null>;

  user_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  password_epoch: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  channel_id: ColumnType<ChannelsId | null, ChannelsId | null, ChannelsId | null>;

  address: ColumnType<string | null, string | null, string | null>;

  name: ColumnType<string, string | undefined, string>;

  opted_in_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  opted_out_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  last_wrote_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type ChatVisitors = Selectable<ChatVisitorsTable>;

export type NewChatVisitors = Insertable<ChatVisitorsTable>;

export type ChatVisitorsUpdate = Updateable<ChatVisitorsTable>;