import type { WorkflowTriggersId } from './WorkflowTriggers.ts';
import type { UsersId } from './Users.ts';
import type { CredentialsId } from './Credentials.ts';
import type { PluginPackagesId } from './PluginPackages.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AppTriggersId = string;

/** Represents the table public.app_triggers */
export default interface AppTriggersTable {
  id: ColumnType<AppTriggersId, AppTriggersId | undefined, AppTriggersId>;

  trigger_id: ColumnType<WorkflowTriggersId | null, WorkflowTriggersId | null, WorkflowTriggersId | null>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  credential_id: ColumnType<CredentialsId | null, CredentialsId | null, CredentialsId | null>;

  integration: ColumnType<string, string, string>;

  watched: ColumnType<unknown, unknown, unknown>;

  kind: ColumnType<string, string, string>;

  state: ColumnType<string, string | undefined, string>;

  token: ColumnType<string, string, string>;

  remote: ColumnType<unknown | null, unknown | null, unknown | null>;

  route: ColumnType<string | null, string | null, string | null>;

  seen: ColumnType<string[] | null, string[] | null, string[] | null>;

  version: ColumnType<number, number | undefined, number>;

  next_at: ColumnType<Date, Date | string | undefined, Date | string>;

  taken_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  failures: ColumnType<number, number | undefined, number>;

  refusals: ColumnType<number, number | undefined, number>;

  error: ColumnType<string | null, string | null, string | null>;

  checked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  item_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  key_id: ColumnType<string | null, string | null, string | null>;

  wrapped_key: ColumnType<unknown | null, unknown | null, unknown | null>;

  sealed: ColumnType<unknown | null, unknown | null, unknown | null>;

  left_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  package_id: ColumnType<PluginPackagesId | null, PluginPackagesId | null, PluginPackagesId | null>;

  renew_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  waits_for_plugin: ColumnType<boolean, boolean | undefined, boolean>;
}

export type AppTriggers = Selectable<AppTriggersTable>;

export type NewAppTriggers = Insertable<AppTriggersTable>;

export type AppTriggersUpdate = Updateable<AppTriggersTable>;