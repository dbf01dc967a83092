import type { WorkflowVersionId } from '#contract/core/primitives.ts';
import type { WorkflowsId } from './Workflows.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowVersionsId = WorkflowVersionId;

/** Represents the table public.workflow_versions */
export default interface WorkflowVersionsTable {
  id: ColumnType<WorkflowVersionsId, WorkflowVersionsId | undefined, WorkflowVersionsId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  number: ColumnType<number, number, number>;

  document: ColumnType<unknown, unknown, unknown>;

  content_hash: ColumnType<string, string, string>;

  created_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  trial: ColumnType<boolean, boolean | undefined, boolean>;

  by_member: ColumnType<boolean, boolean | undefined, boolean>;

  ids: ColumnType<string[] | null, never, never>;
}

export type WorkflowVersions = Selectable<WorkflowVersionsTable>;

export type NewWorkflowVersions = Insertable<WorkflowVersionsTable>;

export type WorkflowVersionsUpdate = Updateable<WorkflowVersionsTable>;