import type { WorkflowVersionsId } from './WorkflowVersions.ts';
import type { UsersId } from './Users.ts';
import type { WorkflowsId } from './Workflows.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowEvaluationsId = string;

/** Represents the table public.workflow_evaluations */
export default interface WorkflowEvaluationsTable {
  id: ColumnType<WorkflowEvaluationsId, WorkflowEvaluationsId | undefined, WorkflowEvaluationsId>;

  workflow_version_id: ColumnType<WorkflowVersionsId, WorkflowVersionsId, WorkflowVersionsId>;

  cases_hash: ColumnType<string, string, string>;

  status: ColumnType<string, string | undefined, string>;

  score: ColumnType<number | null, number | null, number | null>;

  started_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;
}

export type WorkflowEvaluations = Selectable<WorkflowEvaluationsTable>;

export type NewWorkflowEvaluations = Insertable<WorkflowEvaluationsTable>;

export type WorkflowEvaluationsUpdate = Updateable<WorkflowEvaluationsTable>;