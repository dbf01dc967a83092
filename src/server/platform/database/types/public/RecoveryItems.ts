import type { RecoveriesId } from './Recoveries.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RecoveryItemsExecutionId = string;

/** Represents the table public.recovery_items */
export default interface RecoveryItemsTable {
  recovery_id: ColumnType<RecoveriesId, RecoveriesId, RecoveriesId>;

  execution_id: ColumnType<RecoveryItemsExecutionId, RecoveryItemsExecutionId, RecoveryItemsExecutionId>;

  status: ColumnType<string, string | undefined, string>;

  new_id: ColumnType<string | null, string | null, string | null>;

  reason: ColumnType<string | null, string | null, string | null>;

  taken_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type RecoveryItems = Selectable<RecoveryItemsTable>;

export type NewRecoveryItems = Insertable<RecoveryItemsTable>;

export type RecoveryItemsUpdate = Updateable<RecoveryItemsTable>;