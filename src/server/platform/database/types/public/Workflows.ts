import type { WorkflowId } from '#contract/core/primitives.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowsId = WorkflowId;

/** Represents the table public.workflows */
export default interface WorkflowsTable {
  id: ColumnType<WorkflowsId, WorkflowsId | undefined, WorkflowsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  description: ColumnType<string, string | undefined, string>;

  document: ColumnType<unknown, unknown, unknown>;

  revision: ColumnType<number, number | undefined, number>;

  archived_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  samples: ColumnType<unknown, unknown | undefined, unknown>;

  docs: ColumnType<string, string | undefined, string>;

  slots: ColumnType<unknown, unknown | undefined, unknown>;

  folder: ColumnType<string, string | undefined, string>;

  template: ColumnType<string | null, string | null, string | null>;

  deleted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  ids: ColumnType<string[] | null, never, never>;

  shared_ids: ColumnType<string[] | null, string[] | null, string[] | null>;

  outline: ColumnType<unknown, never, never>;
}

export type Workflows = Selectable<WorkflowsTable>;

export type NewWorkflows = Insertable<WorkflowsTable>;

export type WorkflowsUpdate = Updateable<WorkflowsTable>;