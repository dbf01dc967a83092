import type { WorkflowsId } from './Workflows.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowPinsNodeId = string;

/** Represents the table public.workflow_pins */
export default interface WorkflowPinsTable {
  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  node_id: ColumnType<WorkflowPinsNodeId, WorkflowPinsNodeId, WorkflowPinsNodeId>;

  output: ColumnType<unknown, unknown, unknown>;

  port: ColumnType<string, string | undefined, string>;

  made_up: ColumnType<boolean, boolean | undefined, boolean>;

  bytes: ColumnType<number, number, number>;

  updated_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  before: ColumnType<unknown | null, unknown | null, unknown | null>;
}

export type WorkflowPins = Selectable<WorkflowPinsTable>;

export type NewWorkflowPins = Insertable<WorkflowPinsTable>;

export type WorkflowPinsUpdate = Updateable<WorkflowPinsTable>;