import type { ExecutionId } from '#contract/core/primitives.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ExecutionsId = ExecutionId;

/** Represents the table public.executions */
export default interface ExecutionsTable {
  id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  owner_id: ColumnType<string | null, string | null, string | null>;

  visitor_key: ColumnType<string | null, string | null, string | null>;

  run_token_hash: ColumnType<string | null, string | null, string | null>;

  workflow_id: ColumnType<string, string, string>;

  workflow_version_id: ColumnType<string, string, string>;

  agent_id: ColumnType<string | null, string | null, string | null>;

  agent_version_id: ColumnType<string | null, string | null, string | null>;

  service_id: ColumnType<string | null, string | null, string | null>;

  parent_id: ColumnType<string | null, string | null, string | null>;

  parent_node: ColumnType<string | null, string | null, string | null>;

  depth: ColumnType<number, number | undefined, number>;

  status: ColumnType<string, string, string>;

  trigger: ColumnType<string, string, string>;

  priority: ColumnType<string, string | undefined, string>;

  input: ColumnType<unknown, unknown, unknown>;

  output: ColumnType<unknown | null, unknown | null, unknown | null>;

  error: ColumnType<unknown | null, unknown | null, unknown | null>;

  executor: ColumnType<string | null, string | null, string | null>;

  epoch: ColumnType<number, number | undefined, number>;

  deaths: ColumnType<number, number | undefined, number>;

  cost_paise: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  started_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  parent_iteration: ColumnType<string, string | undefined, string>;

  source_id: ColumnType<string | null, string | null, string | null>;

  mark: ColumnType<number, number | undefined, number>;

  trial: ColumnType<boolean, boolean | undefined, boolean>;

  payload_removed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  test: ColumnType<unknown | null, unknown | null, unknown | null>;

  charge_id: ColumnType<string | null, string | null, string | null>;

  title: ColumnType<string | null, string | null, string | null>;

  shared_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  input_file: ColumnType<string | null, string | null, string | null>;

  output_file: ColumnType<string | null, string | null, string | null>;

  input_ids: ColumnType<string[] | null, never, never>;

  needs_ids_noted: ColumnType<boolean | null, never, never>;

  ids_noted: ColumnType<boolean, boolean | undefined, boolean>;

  long_input_ids: ColumnType<string[] | null, string[] | null, string[] | null>;

  copied_ids: ColumnType<string[] | null, string[] | null, string[] | null>;

  started_by: ColumnType<string | null, string | null, string | null>;
}

export type Executions = Selectable<ExecutionsTable>;

export type NewExecutions = Insertable<ExecutionsTable>;

export type ExecutionsUpdate = Updateable<ExecutionsTable>;