import type { BatchesId } from './Batches.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CallbackDeliveriesId = string;

/** Represents the table public.callback_deliveries */
export default interface CallbackDeliveriesTable {
  id: ColumnType<CallbackDeliveriesId, CallbackDeliveriesId | undefined, CallbackDeliveriesId>;

  batch_id: ColumnType<BatchesId, BatchesId, BatchesId>;

  url: ColumnType<string, string, string>;

  body: ColumnType<unknown, unknown, unknown>;

  status: ColumnType<string, string | undefined, string>;

  attempts: ColumnType<number, number | undefined, number>;

  next_at: ColumnType<Date, Date | string | undefined, Date | string>;

  last_status: ColumnType<number | null, number | null, number | null>;

  last_error: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  delivered_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type CallbackDeliveries = Selectable<CallbackDeliveriesTable>;

export type NewCallbackDeliveries = Insertable<CallbackDeliveriesTable>;

export type CallbackDeliveriesUpdate = Updateable<CallbackDeliveriesTable>;