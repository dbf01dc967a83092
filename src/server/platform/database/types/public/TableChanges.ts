import type { WorkflowTriggersId } from './WorkflowTriggers.ts';
import type { DataTablesId } from './DataTables.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TableChangesId = number;

/** Represents the table public.table_changes */
export default interface TableChangesTable {
  id: ColumnType<TableChangesId, never, never>;

  trigger_id: ColumnType<WorkflowTriggersId, WorkflowTriggersId, WorkflowTriggersId>;

  table_id: ColumnType<DataTablesId, DataTablesId, DataTablesId>;

  row_id: ColumnType<string, string, string>;

  change: ColumnType<string, string, string>;

  cells: ColumnType<unknown, unknown, unknown>;

  before: ColumnType<unknown | null, unknown | null, unknown | null>;

  chain: ColumnType<string[], string[], string[]>;

  test: ColumnType<boolean, boolean, boolean>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type TableChanges = Selectable<TableChangesTable>;

export type NewTableChanges = Insertable<TableChangesTable>;

export type TableChangesUpdate = Updateable<TableChangesTable>;