import type { WorkflowsId } from './Workflows.ts';
import type { WorkflowVersionsId } from './WorkflowVersions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowCheckpointsId = string;

/** Represents the table public.workflow_checkpoints */
export default interface WorkflowCheckpointsTable {
  id: ColumnType<WorkflowCheckpointsId, WorkflowCheckpointsId | undefined, WorkflowCheckpointsId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  version_id: ColumnType<WorkflowVersionsId, WorkflowVersionsId, WorkflowVersionsId>;

  name: ColumnType<string, string, string>;

  created_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type WorkflowCheckpoints = Selectable<WorkflowCheckpointsTable>;

export type NewWorkflowCheckpoints = Insertable<WorkflowCheckpointsTable>;

export type WorkflowCheckpointsUpdate = Updateable<WorkflowCheckpointsTable>;