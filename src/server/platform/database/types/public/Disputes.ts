import type { PaymentsId } from './Payments.ts';
import type { OrdersId } from './Orders.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type DisputesId = string;

/** Represents the table public.disputes */
export default interface DisputesTable {
  id: ColumnType<DisputesId, DisputesId | undefined, DisputesId>;

  gateway: ColumnType<string, string, string>;

  gateway_dispute_id: ColumnType<string, string, string>;

  payment_id: ColumnType<PaymentsId, PaymentsId, PaymentsId>;

  order_id: ColumnType<OrdersId | null, OrdersId | null, OrdersId | null>;

  buyer_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  paise: ColumnType<number, number, number>;

  reason: ColumnType<string, string, string>;

  status: ColumnType<string, string, string>;

  loss_paise: ColumnType<number, number | undefined, number>;

  respond_by: ColumnType<Date | null, Date | string | null, Date | string | null>;

  note: ColumnType<string, string | undefined, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  decided_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  told_days: ColumnType<number | null, number | null, number | null>;

  seller_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  /** what of a lost one was taken back of what had been bought */
  back_paise: ColumnType<number, number | undefined, number>;

  times_sent_back: ColumnType<number, number | undefined, number>;

  asked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Disputes = Selectable<DisputesTable>;

export type NewDisputes = Insertable<DisputesTable>;

export type DisputesUpdate = Updateable<DisputesTable>;