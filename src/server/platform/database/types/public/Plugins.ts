import type { PluginPackagesId } from './PluginPackages.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PluginsId = string;

/** Represents the table public.plugins */
export default interface PluginsTable {
  id: ColumnType<PluginsId, PluginsId, PluginsId>;

  package_id: ColumnType<PluginPackagesId, PluginPackagesId, PluginPackagesId>;

  state: ColumnType<string, string, string>;

  added_hosts: ColumnType<unknown, unknown | undefined, unknown>;

  installed_at: ColumnType<Date, Date | string | undefined, Date | string>;

  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Plugins = Selectable<PluginsTable>;

export type NewPlugins = Insertable<PluginsTable>;

export type PluginsUpdate = Updateable<PluginsTable>;