import type { AgentsId } from './Agents.ts';
import type { WorkflowVersionsId } from './WorkflowVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentSampleRunsInputHash = string;

/** Represents the table public.agent_sample_runs */
export default interface AgentSampleRunsTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  workflow_version_id: ColumnType<WorkflowVersionsId, WorkflowVersionsId, WorkflowVersionsId>;

  input_hash: ColumnType<AgentSampleRunsInputHash, AgentSampleRunsInputHash, AgentSampleRunsInputHash>;

  execution_id: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type AgentSampleRuns = Selectable<AgentSampleRunsTable>;

export type NewAgentSampleRuns = Insertable<AgentSampleRunsTable>;

export type AgentSampleRunsUpdate = Updateable<AgentSampleRunsTable>;