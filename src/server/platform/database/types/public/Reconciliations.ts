import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ReconciliationsId = string;

/** Represents the table public.reconciliations */
export default interface ReconciliationsTable {
  id: ColumnType<ReconciliationsId, ReconciliationsId | undefined, ReconciliationsId>;

  gateway: ColumnType<string, string, string>;

  since: ColumnType<Date, Date | string, Date | string>;

  until: ColumnType<Date, Date | string, Date | string>;

  payments: ColumnType<number, number | undefined, number>;

  refunds: ColumnType<number, number | undefined, number>;

  disputes: ColumnType<number, number | undefined, number>;

  repaired: ColumnType<number, number | undefined, number>;

  differences: ColumnType<unknown, unknown | undefined, unknown>;

  error: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Reconciliations = Selectable<ReconciliationsTable>;

export type NewReconciliations = Insertable<ReconciliationsTable>;

export type ReconciliationsUpdate = Updateable<ReconciliationsTable>;