import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.agent_scores */
export default interface AgentScoresTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  parts: ColumnType<unknown, unknown, unknown>;

  measured_at: ColumnType<Date, Date | string, Date | string>;
}

export type AgentScores = Selectable<AgentScoresTable>;

export type NewAgentScores = Insertable<AgentScoresTable>;

export type AgentScoresUpdate = Updateable<AgentScoresTable>;