import type { McpServersId } from './McpServers.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type McpToolsId = string;

/** Represents the table public.mcp_tools */
export default interface McpToolsTable {
  server_id: ColumnType<McpServersId, McpServersId, McpServersId>;

  id: ColumnType<McpToolsId, McpToolsId, McpToolsId>;

  name: ColumnType<string, string, string>;

  place: ColumnType<number, number, number>;

  definition: ColumnType<unknown, unknown, unknown>;

  hash: ColumnType<unknown, unknown, unknown>;

  agreed: ColumnType<unknown | null, unknown | null, unknown | null>;

  agreed_hash: ColumnType<unknown | null, unknown | null, unknown | null>;

  enabled: ColumnType<boolean, boolean | undefined, boolean>;

  gone: ColumnType<boolean, boolean | undefined, boolean>;

  calls: ColumnType<number, number | undefined, number>;

  failures: ColumnType<number, number | undefined, number>;

  last_call_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type McpTools = Selectable<McpToolsTable>;

export type NewMcpTools = Insertable<McpToolsTable>;

export type McpToolsUpdate = Updateable<McpToolsTable>;