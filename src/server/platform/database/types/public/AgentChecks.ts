import type { AgentsId } from './Agents.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.agent_checks */
export default interface AgentChecksTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  version_id: ColumnType<AgentVersionsId, AgentVersionsId, AgentVersionsId>;

  checked_at: ColumnType<Date, Date | string, Date | string>;

  state: ColumnType<string | null, string | null, string | null>;

  reason: ColumnType<string | null, string | null, string | null>;

  ms: ColumnType<number | null, number | null, number | null>;

  high: ColumnType<number, number, number>;

  medium: ColumnType<number, number, number>;

  low: ColumnType<number, number, number>;

  intact: ColumnType<boolean, boolean, boolean>;
}

export type AgentChecks = Selectable<AgentChecksTable>;

export type NewAgentChecks = Insertable<AgentChecksTable>;

export type AgentChecksUpdate = Updateable<AgentChecksTable>;