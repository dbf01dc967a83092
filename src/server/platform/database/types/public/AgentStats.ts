import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.agent_stats */
export default interface AgentStatsTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  runs: ColumnType<number, number | undefined, number>;

  succeeded: ColumnType<number, number | undefined, number>;

  median_ms: ColumnType<number | null, number | null, number | null>;

  users_30d: ColumnType<number, number | undefined, number>;

  measured_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type AgentStats = Selectable<AgentStatsTable>;

export type NewAgentStats = Insertable<AgentStatsTable>;

export type AgentStatsUpdate = Updateable<AgentStatsTable>;