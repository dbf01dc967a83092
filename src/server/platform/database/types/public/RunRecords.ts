import type { ExecutionsId } from './Executions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.run_records */
export default interface RunRecordsTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  last_number: ColumnType<number, number | undefined, number>;

  head: ColumnType<unknown | null, unknown | null, unknown | null>;
}

export type RunRecords = Selectable<RunRecordsTable>;

export type NewRunRecords = Insertable<RunRecordsTable>;

export type RunRecordsUpdate = Updateable<RunRecordsTable>;