import type { WorkflowsId } from './Workflows.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowOperationsRevision = number;

/** Represents the table public.workflow_operations */
export default interface WorkflowOperationsTable {
  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  revision: ColumnType<WorkflowOperationsRevision, WorkflowOperationsRevision, WorkflowOperationsRevision>;

  operation: ColumnType<unknown, unknown, unknown>;

  inverse: ColumnType<unknown, unknown, unknown>;

  author_id: ColumnType<UsersId, UsersId, UsersId>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  edit_id: ColumnType<string | null, string | null, string | null>;

  step_id: ColumnType<string | null, string | null, string | null>;

  undoes: ColumnType<string | null, string | null, string | null>;

  label: ColumnType<string, string | undefined, string>;

  bytes: ColumnType<number, never, never>;
}

export type WorkflowOperations = Selectable<WorkflowOperationsTable>;

export type NewWorkflowOperations = Insertable<WorkflowOperationsTable>;

export type WorkflowOperationsUpdate = Updateable<WorkflowOperationsTable>;