import type { UsersId } from './Users.ts';
import type { CredentialsId } from './Credentials.ts';
import type { McpPackagesId } from './McpPackages.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type McpServersId = string;

/** Represents the table public.mcp_servers */
export default interface McpServersTable {
  id: ColumnType<McpServersId, McpServersId | undefined, McpServersId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  url: ColumnType<string | null, string | null, string | null>;

  transport: ColumnType<string, string | undefined, string>;

  sign_in: ColumnType<string, string, string>;

  credential_id: ColumnType<CredentialsId | null, CredentialsId | null, CredentialsId | null>;

  title: ColumnType<string, string | undefined, string>;

  version: ColumnType<string, string | undefined, string>;

  protocol: ColumnType<string, string | undefined, string>;

  instructions: ColumnType<string, string | undefined, string>;

  resources: ColumnType<number, number | undefined, number>;

  prompts: ColumnType<number, number | undefined, number>;

  left_out: ColumnType<number, number | undefined, number>;

  trust_read_only: ColumnType<boolean, boolean | undefined, boolean>;

  checked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  last_error: ColumnType<string | null, string | null, string | null>;

  calls: ColumnType<number, number | undefined, number>;

  failures: ColumnType<number, number | undefined, number>;

  last_call_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  package_id: ColumnType<McpPackagesId | null, McpPackagesId | null, McpPackagesId | null>;
}

export type McpServers = Selectable<McpServersTable>;

export type NewMcpServers = Insertable<McpServersTable>;

export type McpServersUpdate = Updateable<McpServersTable>;