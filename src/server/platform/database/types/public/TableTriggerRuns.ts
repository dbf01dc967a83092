import type { WorkflowTriggersId } from './WorkflowTriggers.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TableTriggerRunsExecutionId = string;

/** Represents the table public.table_trigger_runs */
export default interface TableTriggerRunsTable {
  execution_id: ColumnType<TableTriggerRunsExecutionId, TableTriggerRunsExecutionId, TableTriggerRunsExecutionId>;

  trigger_id: ColumnType<WorkflowTriggersId, WorkflowTriggersId, WorkflowTriggersId>;

  chain: ColumnType<string[], string[], string[]>;

  upto: ColumnType<number, number, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type TableTriggerRuns = Selectable<TableTriggerRunsTable>;

export type NewTableTriggerRuns = Insertable<TableTriggerRunsTable>;

export type TableTriggerRunsUpdate = Updateable<TableTriggerRunsTable>;