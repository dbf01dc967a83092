import type { AgentVersionsId } from './AgentVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentVersionRunsPosition = number;

/** Represents the table public.agent_version_runs */
export default interface AgentVersionRunsTable {
  agent_version_id: ColumnType<AgentVersionsId, AgentVersionsId, AgentVersionsId>;

  position: ColumnType<AgentVersionRunsPosition, AgentVersionRunsPosition, AgentVersionRunsPosition>;

  output: ColumnType<unknown, unknown, unknown>;

  file_ids: ColumnType<string[], string[] | undefined, string[]>;

  ms: ColumnType<number, number, number>;

  model_micros: ColumnType<number, number | undefined, number>;

  ran_at: ColumnType<Date, Date | string, Date | string>;
}

export type AgentVersionRuns = Selectable<AgentVersionRunsTable>;

export type NewAgentVersionRuns = Insertable<AgentVersionRunsTable>;

export type AgentVersionRunsUpdate = Updateable<AgentVersionRunsTable>;