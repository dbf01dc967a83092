import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type McpPackageVersionsId = string;

/** Represents the table public.mcp_package_versions */
export default interface McpPackageVersionsTable {
  id: ColumnType<McpPackageVersionsId, McpPackageVersionsId | undefined, McpPackageVersionsId>;

  package: ColumnType<string, string, string>;

  version: ColumnType<string, string, string>;

  source: ColumnType<string, string, string>;

  integrity: ColumnType<string | null, string | null, string | null>;

  hash: ColumnType<string, string, string>;

  pin: ColumnType<string, string, string>;

  bytes: ColumnType<number, number, number>;

  files: ColumnType<number, number, number>;

  description: ColumnType<string, string, string>;

  licence: ColumnType<string | null, string | null, string | null>;

  website: ColumnType<string | null, string | null, string | null>;

  program: ColumnType<string, string, string>;

  hosts: ColumnType<unknown, unknown, unknown>;

  environment: ColumnType<unknown, unknown, unknown>;

  warnings: ColumnType<unknown, unknown, unknown>;

  title: ColumnType<string | null, string | null, string | null>;

  tools: ColumnType<unknown | null, unknown | null, unknown | null>;

  fetched_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type McpPackageVersions = Selectable<McpPackageVersionsTable>;

export type NewMcpPackageVersions = Insertable<McpPackageVersionsTable>;

export type McpPackageVersionsUpdate = Updateable<McpPackageVersionsTable>;