import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentDownHoursHour = string;

/** Represents the table public.agent_down_hours */
export default interface AgentDownHoursTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  hour: ColumnType<AgentDownHoursHour, AgentDownHoursHour, AgentDownHoursHour>;

  cause: ColumnType<string, string, string>;
}

export type AgentDownHours = Selectable<AgentDownHoursTable>;

export type NewAgentDownHours = Insertable<AgentDownHoursTable>;

export type AgentDownHoursUpdate = Updateable<AgentDownHoursTable>;