import type { McpPackageVersionsId } from './McpPackageVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type McpPackagesId = string;

/** Represents the table public.mcp_packages */
export default interface McpPackagesTable {
  id: ColumnType<McpPackagesId, McpPackagesId | undefined, McpPackagesId>;

  package: ColumnType<string, string, string>;

  version_id: ColumnType<McpPackageVersionsId, McpPackageVersionsId, McpPackageVersionsId>;

  state: ColumnType<string, string | undefined, string>;

  name: ColumnType<string, string, string>;

  arguments: ColumnType<unknown, unknown, unknown>;

  environment: ColumnType<unknown, unknown, unknown>;

  hosts: ColumnType<unknown, unknown, unknown>;

  key_id: ColumnType<string, string, string>;

  wrapped_key: ColumnType<unknown, unknown, unknown>;

  sealed: ColumnType<unknown, unknown, unknown>;

  installed_at: ColumnType<Date, Date | string | undefined, Date | string>;

  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type McpPackages = Selectable<McpPackagesTable>;

export type NewMcpPackages = Insertable<McpPackagesTable>;

export type McpPackagesUpdate = Updateable<McpPackagesTable>;