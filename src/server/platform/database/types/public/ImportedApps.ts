import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ImportedAppsId = string;

/** Represents the table public.imported_apps */
export default interface ImportedAppsTable {
  id: ColumnType<ImportedAppsId, ImportedAppsId | undefined, ImportedAppsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  source_url: ColumnType<string | null, string | null, string | null>;

  head: ColumnType<unknown, unknown, unknown>;

  manifest: ColumnType<unknown, unknown, unknown>;

  actions: ColumnType<number, number, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ImportedApps = Selectable<ImportedAppsTable>;

export type NewImportedApps = Insertable<ImportedAppsTable>;

export type ImportedAppsUpdate = Updateable<ImportedAppsTable>;