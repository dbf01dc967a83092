import type { PayoutRunsId } from './PayoutRuns.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PayoutsId = string;

/** Represents the table public.payouts */
export default interface PayoutsTable {
  id: ColumnType<PayoutsId, PayoutsId | undefined, PayoutsId>;

  run_id: ColumnType<PayoutRunsId, PayoutRunsId, PayoutRunsId>;

  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  paise: ColumnType<number, number, number>;

  currency: ColumnType<string, string | undefined, string>;

  payee_shown: ColumnType<string, string, string>;

  status: ColumnType<string, string | undefined, string>;

  reference: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  via: ColumnType<string, string | undefined, string>;

  round: ColumnType<number, number | undefined, number>;
}

export type Payouts = Selectable<PayoutsTable>;

export type NewPayouts = Insertable<PayoutsTable>;

export type PayoutsUpdate = Updateable<PayoutsTable>;