import type { ImportedAppsId } from './ImportedApps.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ImportedActionsId = string;

/** Represents the table public.imported_actions */
export default interface ImportedActionsTable {
  app_id: ColumnType<ImportedAppsId, ImportedAppsId, ImportedAppsId>;

  id: ColumnType<ImportedActionsId, ImportedActionsId, ImportedActionsId>;

  place: ColumnType<number, number, number>;

  title: ColumnType<string, string, string>;

  description: ColumnType<string, string, string>;

  heading: ColumnType<string, string, string>;

  effect: ColumnType<string, string, string>;

  definition: ColumnType<unknown, unknown, unknown>;
}

export type ImportedActions = Selectable<ImportedActionsTable>;

export type NewImportedActions = Insertable<ImportedActionsTable>;

export type ImportedActionsUpdate = Updateable<ImportedActionsTable>;