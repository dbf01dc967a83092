import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentImportsKey = string;

/** Represents the table public.agent_imports */
export default interface AgentImportsTable {
  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  key: ColumnType<AgentImportsKey, AgentImportsKey, AgentImportsKey>;

  file_hash: ColumnType<unknown, unknown, unknown>;

  agent_ids: ColumnType<string[], string[], string[]>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type AgentImports = Selectable<AgentImportsTable>;

export type NewAgentImports = Insertable<AgentImportsTable>;

export type AgentImportsUpdate = Updateable<AgentImportsTable>;