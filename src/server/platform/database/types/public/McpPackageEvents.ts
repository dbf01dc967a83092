import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type McpPackageEventsId = string;

/** Represents the table public.mcp_package_events */
export default interface McpPackageEventsTable {
  id: ColumnType<McpPackageEventsId, McpPackageEventsId | undefined, McpPackageEventsId>;

  package: ColumnType<string, string, string>;

  event: ColumnType<string, string, string>;

  version: ColumnType<string, string, string>;

  from_version: ColumnType<string | null, string | null, string | null>;

  pin: ColumnType<string | null, string | null, string | null>;

  by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type McpPackageEvents = Selectable<McpPackageEventsTable>;

export type NewMcpPackageEvents = Insertable<McpPackageEventsTable>;

export type McpPackageEventsUpdate = Updateable<McpPackageEventsTable>;