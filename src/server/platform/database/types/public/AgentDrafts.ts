import type { AgentsId } from './Agents.ts';
import type { WorkflowsId } from './Workflows.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.agent_drafts */
export default interface AgentDraftsTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  content: ColumnType<unknown, unknown, unknown>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type AgentDrafts = Selectable<AgentDraftsTable>;

export type NewAgentDrafts = Insertable<AgentDraftsTable>;

export type AgentDraftsUpdate = Updateable<AgentDraftsTable>;