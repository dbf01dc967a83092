import type { AppTriggersId } from './AppTriggers.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AppTriggerItemsId = string;

/** Represents the table public.app_trigger_items */
export default interface AppTriggerItemsTable {
  id: ColumnType<AppTriggerItemsId, AppTriggerItemsId | undefined, AppTriggerItemsId>;

  app_trigger_id: ColumnType<AppTriggersId, AppTriggersId, AppTriggersId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  key: ColumnType<string, string, string>;

  input: ColumnType<unknown | null, unknown | null, unknown | null>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  next_at: ColumnType<Date, Date | string | undefined, Date | string>;

  error: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  done_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  unread: ColumnType<boolean, boolean | undefined, boolean>;
}

export type AppTriggerItems = Selectable<AppTriggerItemsTable>;

export type NewAppTriggerItems = Insertable<AppTriggerItemsTable>;

export type AppTriggerItemsUpdate = Updateable<AppTriggerItemsTable>;