import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PluginPackagesId = string;

/** Represents the table public.plugin_packages */
export default interface PluginPackagesTable {
  id: ColumnType<PluginPackagesId, PluginPackagesId | undefined, PluginPackagesId>;

  plugin: ColumnType<string, string, string>;

  package: ColumnType<string, string, string>;

  version: ColumnType<string, string, string>;

  source: ColumnType<string, string, string>;

  verified: ColumnType<boolean, boolean, boolean>;

  integrity: ColumnType<string | null, string | null, string | null>;

  hash: ColumnType<string, string, string>;

  pin: ColumnType<string, string, string>;

  bytes: ColumnType<number, number, number>;

  files: ColumnType<number, number, number>;

  head: ColumnType<unknown, unknown, unknown>;

  actions: ColumnType<unknown, unknown, unknown>;

  triggers: ColumnType<unknown, unknown, unknown>;

  authors: ColumnType<unknown, unknown, unknown>;

  warnings: ColumnType<unknown, unknown, unknown>;

  fetched_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type PluginPackages = Selectable<PluginPackagesTable>;

export type NewPluginPackages = Insertable<PluginPackagesTable>;

export type PluginPackagesUpdate = Updateable<PluginPackagesTable>;