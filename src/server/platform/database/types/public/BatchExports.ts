import type { BatchesId } from './Batches.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BatchExportsId = string;

/** Represents the table public.batch_exports */
export default interface BatchExportsTable {
  id: ColumnType<BatchExportsId, BatchExportsId | undefined, BatchExportsId>;

  batch_id: ColumnType<BatchesId, BatchesId, BatchesId>;

  person_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  format: ColumnType<string, string, string>;

  way: ColumnType<string, string, string>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;

  reveal_reason: ColumnType<string | null, string | null, string | null>;
}

export type BatchExports = Selectable<BatchExportsTable>;

export type NewBatchExports = Insertable<BatchExportsTable>;

export type BatchExportsUpdate = Updateable<BatchExportsTable>;