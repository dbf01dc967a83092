import type { WorkflowsId } from './Workflows.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowTriggersId = string;

/** Represents the table public.workflow_triggers */
export default interface WorkflowTriggersTable {
  id: ColumnType<WorkflowTriggersId, WorkflowTriggersId | undefined, WorkflowTriggersId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  type: ColumnType<string, string, string>;

  token: ColumnType<string | null, string | null, string | null>;

  test_token: ColumnType<string | null, string | null, string | null>;

  config: ColumnType<unknown, unknown, unknown>;

  enabled: ColumnType<boolean, boolean | undefined, boolean>;

  next_run_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  paused_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  draft_config: ColumnType<unknown | null, unknown | null, unknown | null>;

  draft_enabled: ColumnType<boolean, boolean | undefined, boolean>;

  listens_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type WorkflowTriggers = Selectable<WorkflowTriggersTable>;

export type NewWorkflowTriggers = Insertable<WorkflowTriggersTable>;

export type WorkflowTriggersUpdate = Updateable<WorkflowTriggersTable>;