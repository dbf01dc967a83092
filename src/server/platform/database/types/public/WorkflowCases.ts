import type { WorkflowsId } from './Workflows.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowCasesId = string;

/** Represents the table public.workflow_cases */
export default interface WorkflowCasesTable {
  id: ColumnType<WorkflowCasesId, WorkflowCasesId | undefined, WorkflowCasesId>;

  position: ColumnType<number, number, number>;

  name: ColumnType<string, string, string>;

  input: ColumnType<unknown, unknown, unknown>;

  expected: ColumnType<unknown | null, unknown | null, unknown | null>;

  scorer: ColumnType<unknown, unknown, unknown>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  revision: ColumnType<number | null, number | null, number | null>;
}

export type WorkflowCases = Selectable<WorkflowCasesTable>;

export type NewWorkflowCases = Insertable<WorkflowCasesTable>;

export type WorkflowCasesUpdate = Updateable<WorkflowCasesTable>;