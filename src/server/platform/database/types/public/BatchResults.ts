import type { ExecutionsId } from './Executions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.batch_results */
export default interface BatchResultsTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  fields: ColumnType<unknown, unknown, unknown>;

  top: ColumnType<string, string, string>;

  findings: ColumnType<number, number, number>;

  confidence: ColumnType<number | null, number | null, number | null>;

  pages: ColumnType<number | null, number | null, number | null>;
}

export type BatchResults = Selectable<BatchResultsTable>;

export type NewBatchResults = Insertable<BatchResultsTable>;

export type BatchResultsUpdate = Updateable<BatchResultsTable>;