import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ImportedConnectorsId = string;

/** Represents the table public.imported_connectors */
export default interface ImportedConnectorsTable {
  id: ColumnType<ImportedConnectorsId, ImportedConnectorsId, ImportedConnectorsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  source_url: ColumnType<string | null, string | null, string | null>;

  definition: ColumnType<unknown, unknown, unknown>;

  hash: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ImportedConnectors = Selectable<ImportedConnectorsTable>;

export type NewImportedConnectors = Insertable<ImportedConnectorsTable>;

export type ImportedConnectorsUpdate = Updateable<ImportedConnectorsTable>;