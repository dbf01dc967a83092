import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PluginEventsId = string;

/** Represents the table public.plugin_events */
export default interface PluginEventsTable {
  id: ColumnType<PluginEventsId, PluginEventsId | undefined, PluginEventsId>;

  plugin: ColumnType<string, string, string>;

  event: ColumnType<string, string, string>;

  version: ColumnType<string, string, string>;

  from_version: ColumnType<string | null, string | null, string | null>;

  host: ColumnType<string | null, string | null, string | null>;

  pin: ColumnType<string | null, string | null, string | null>;

  by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type PluginEvents = Selectable<PluginEventsTable>;

export type NewPluginEvents = Insertable<PluginEventsTable>;

export type PluginEventsUpdate = Updateable<PluginEventsTable>;