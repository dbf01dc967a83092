import type { AgentsId } from './Agents.ts';
import type { WorkflowVersionsId } from './WorkflowVersions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentEvaluationsId = string;

/** Represents the table public.agent_evaluations */
export default interface AgentEvaluationsTable {
  id: ColumnType<AgentEvaluationsId, AgentEvaluationsId | undefined, AgentEvaluationsId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  workflow_version_id: ColumnType<WorkflowVersionsId, WorkflowVersionsId, WorkflowVersionsId>;

  cases_hash: ColumnType<string, string, string>;

  status: ColumnType<string, string | undefined, string>;

  score: ColumnType<number | null, number | null, number | null>;

  started_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type AgentEvaluations = Selectable<AgentEvaluationsTable>;

export type NewAgentEvaluations = Insertable<AgentEvaluationsTable>;

export type AgentEvaluationsUpdate = Updateable<AgentEvaluationsTable>;