import type { ServicesId } from './Services.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ChannelsId = string;

/** Represents the table public.channels */
export default interface ChannelsTable {
  id: ColumnType<ChannelsId, ChannelsId | undefined, ChannelsId>;

  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  kind: ColumnType<string, string, string>;

  enabled: ColumnType<boolean, boolean | undefined, boolean>;

  token: ColumnType<string, string, string>;

  verify_token: ColumnType<string, string, string>;

  settings: ColumnType<unknown, unknown, unknown>;

  key_id: ColumnType<string, string, string>;

  wrapped_key: ColumnType<unknown, unknown, unknown>;

  sealed: ColumnType<unknown, unknown, unknown>;

  verified_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  last_received_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  last_error: ColumnType<string | null, string | null, string | null>;

  last_error_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  connected_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  mailbox: ColumnType<unknown | null, unknown | null, unknown | null>;

  read_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  read_failures: ColumnType<number, number | undefined, number>;
}

export type Channels = Selectable<ChannelsTable>;

export type NewChannels = Insertable<ChannelsTable>;

export type ChannelsUpdate = Updateable<ChannelsTable>;