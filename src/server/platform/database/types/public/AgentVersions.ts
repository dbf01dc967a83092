import type { AgentVersionId } from '#contract/core/primitives.ts';
import type { AgentsId } from './Agents.ts';
import type { WorkflowVersionsId } from './WorkflowVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentVersionsId = AgentVersionId;

/** Represents the table public.agent_versions */
export default interface AgentVersionsTable {
  id: ColumnType<AgentVersionsId, AgentVersionsId | undefined, AgentVersionsId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  number: ColumnType<number, number, number>;

  workflow_version_id: ColumnType<WorkflowVersionsId, WorkflowVersionsId, WorkflowVersionsId>;

  input_schema: ColumnType<unknown, unknown, unknown>;

  output_schema: ColumnType<unknown, unknown, unknown>;

  view: ColumnType<string, string, string>;

  samples: ColumnType<unknown, unknown | undefined, unknown>;

  permissions: ColumnType<unknown, unknown | undefined, unknown>;

  listing: ColumnType<unknown, unknown | undefined, unknown>;

  price_type: ColumnType<string, string, string>;

  price_paise: ColumnType<number, number, number>;

  changelog: ColumnType<string, string | undefined, string>;

  content_hash: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  details: ColumnType<unknown, unknown | undefined, unknown>;

  trial_runs: ColumnType<number, number | undefined, number>;

  published_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  uses_model: ColumnType<boolean | null, boolean | null, boolean | null>;

  sends_out: ColumnType<boolean | null, boolean | null, boolean | null>;
}

export type AgentVersions = Selectable<AgentVersionsTable>;

export type NewAgentVersions = Insertable<AgentVersionsTable>;

export type AgentVersionsUpdate = Updateable<AgentVersionsTable>;