import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ExecutionWaitsId = string;

/** Represents the table public.execution_waits */
export default interface ExecutionWaitsTable {
  id: ColumnType<ExecutionWaitsId, ExecutionWaitsId | undefined, ExecutionWaitsId>;

  execution_id: ColumnType<string, string, string>;

  node_id: ColumnType<string, string, string>;

  iteration: ColumnType<string, string | undefined, string>;

  wait: ColumnType<unknown, unknown, unknown>;

  until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  resolution: ColumnType<unknown | null, unknown | null, unknown | null>;

  resolved_by: ColumnType<string | null, string | null, string | null>;

  resolved_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  child_id: ColumnType<string | null, string | null, string | null>;

  assignee_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  assignment_number: ColumnType<number, number | undefined, number>;
}

export type ExecutionWaits = Selectable<ExecutionWaitsTable>;

export type NewExecutionWaits = Insertable<ExecutionWaitsTable>;

export type ExecutionWaitsUpdate = Updateable<ExecutionWaitsTable>;