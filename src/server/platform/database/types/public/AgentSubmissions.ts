import type { AgentsId } from './Agents.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentSubmissionsId = string;

/** Represents the table public.agent_submissions */
export default interface AgentSubmissionsTable {
  id: ColumnType<AgentSubmissionsId, AgentSubmissionsId | undefined, AgentSubmissionsId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  version_id: ColumnType<AgentVersionsId | null, AgentVersionsId | null, AgentVersionsId | null>;

  number: ColumnType<number, number, number>;

  snapshot: ColumnType<unknown, unknown, unknown>;

  findings: ColumnType<unknown, unknown | undefined, unknown>;

  sample_results: ColumnType<unknown, unknown | undefined, unknown>;

  score: ColumnType<number | null, number | null, number | null>;

  previous_score: ColumnType<number | null, number | null, number | null>;

  score_acknowledged: ColumnType<boolean, boolean | undefined, boolean>;

  status: ColumnType<string, string | undefined, string>;

  submitted_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  submitted_at: ColumnType<Date, Date | string | undefined, Date | string>;

  decided_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  decided_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  reason: ColumnType<string | null, string | null, string | null>;
}

export type AgentSubmissions = Selectable<AgentSubmissionsTable>;

export type NewAgentSubmissions = Insertable<AgentSubmissionsTable>;

export type AgentSubmissionsUpdate = Updateable<AgentSubmissionsTable>;