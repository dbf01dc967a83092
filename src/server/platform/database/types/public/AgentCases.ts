import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentCasesId = string;

/** Represents the table public.agent_cases */
export default interface AgentCasesTable {
  id: ColumnType<AgentCasesId, AgentCasesId | undefined, AgentCasesId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  position: ColumnType<number, number, number>;

  name: ColumnType<string, string, string>;

  input: ColumnType<unknown, unknown, unknown>;

  expected: ColumnType<unknown | null, unknown | null, unknown | null>;

  scorer: ColumnType<unknown, unknown, unknown>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type AgentCases = Selectable<AgentCasesTable>;

export type NewAgentCases = Insertable<AgentCasesTable>;

export type AgentCasesUpdate = Updateable<AgentCasesTable>;