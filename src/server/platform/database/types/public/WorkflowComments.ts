import type { WorkflowsId } from './Workflows.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowCommentsId = string;

/** Represents the table public.workflow_comments */
export default interface WorkflowCommentsTable {
  id: ColumnType<WorkflowCommentsId, WorkflowCommentsId | undefined, WorkflowCommentsId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  parent_id: ColumnType<WorkflowCommentsId | null, WorkflowCommentsId | null, WorkflowCommentsId | null>;

  author_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  text: ColumnType<string, string, string>;

  mentions: ColumnType<unknown, unknown | undefined, unknown>;

  node_id: ColumnType<string | null, string | null, string | null>;

  node_title: ColumnType<string | null, string | null, string | null>;

  x: ColumnType<number | null, number | null, number | null>;

  y: ColumnType<number | null, number | null, number | null>;

  resolved_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  resolved_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  edited_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  deleted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type WorkflowComments = Selectable<WorkflowCommentsTable>;

export type NewWorkflowComments = Insertable<WorkflowCommentsTable>;

export type WorkflowCommentsUpdate = Updateable<WorkflowCommentsTable>;