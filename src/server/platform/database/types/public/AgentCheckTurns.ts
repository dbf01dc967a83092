import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.agent_check_turns */
export default interface AgentCheckTurnsTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  looked_at: ColumnType<Date, Date | string, Date | string>;

  checked_run: ColumnType<string | null, string | null, string | null>;
}

export type AgentCheckTurns = Selectable<AgentCheckTurnsTable>;

export type NewAgentCheckTurns = Insertable<AgentCheckTurnsTable>;

export type AgentCheckTurnsUpdate = Updateable<AgentCheckTurnsTable>;