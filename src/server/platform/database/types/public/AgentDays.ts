import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentDaysDay = string;

/** Represents the table public.agent_days */
export default interface AgentDaysTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  day: ColumnType<AgentDaysDay, AgentDaysDay, AgentDaysDay>;

  runs: ColumnType<number, number, number>;

  succeeded: ColumnType<number, number, number>;
}

export type AgentDays = Selectable<AgentDaysTable>;

export type NewAgentDays = Insertable<AgentDaysTable>;

export type AgentDaysUpdate = Updateable<AgentDaysTable>;