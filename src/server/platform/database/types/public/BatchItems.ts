import type { BatchesId } from './Batches.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BatchItemsPosition = number;

/** Represents the table public.batch_items */
export default interface BatchItemsTable {
  batch_id: ColumnType<BatchesId, BatchesId, BatchesId>;

  position: ColumnType<BatchItemsPosition, BatchItemsPosition, BatchItemsPosition>;

  name: ColumnType<string, string, string>;

  input: ColumnType<unknown | null, unknown | null, unknown | null>;

  state: ColumnType<string, string | undefined, string>;

  code: ColumnType<string | null, string | null, string | null>;

  message: ColumnType<string | null, string | null, string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  cost_paise: ColumnType<number, number | undefined, number>;

  ms: ColumnType<number | null, number | null, number | null>;

  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type BatchItems = Selectable<BatchItemsTable>;

export type NewBatchItems = Insertable<BatchItemsTable>;

export type BatchItemsUpdate = Updateable<BatchItemsTable>;