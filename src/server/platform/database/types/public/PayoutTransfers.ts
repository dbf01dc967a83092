import type { PayoutsId } from './Payouts.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PayoutTransfersId = string;

/** Represents the table public.payout_transfers */
export default interface PayoutTransfersTable {
  id: ColumnType<PayoutTransfersId, PayoutTransfersId | undefined, PayoutTransfersId>;

  payout_id: ColumnType<PayoutsId, PayoutsId, PayoutsId>;

  round: ColumnType<number, number, number>;

  paise: ColumnType<number, number, number>;

  fund_account_id: ColumnType<string | null, string | null, string | null>;

  mode: ColumnType<string | null, string | null, string | null>;

  gateway_payout_id: ColumnType<string | null, string | null, string | null>;

  state: ColumnType<string, string | undefined, string>;

  reason: ColumnType<string | null, string | null, string | null>;

  utr: ColumnType<string | null, string | null, string | null>;

  fee_paise: ColumnType<number, number | undefined, number>;

  attempts: ColumnType<number, number | undefined, number>;

  next_try_at: ColumnType<Date, Date | string, Date | string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type PayoutTransfers = Selectable<PayoutTransfersTable>;

export type NewPayoutTransfers = Insertable<PayoutTransfersTable>;

export type PayoutTransfersUpdate = Updateable<PayoutTransfersTable>;