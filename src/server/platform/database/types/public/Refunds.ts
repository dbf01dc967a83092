import type { OrdersId } from './Orders.ts';
import type { SalesId } from './Sales.ts';
import type { PaymentsId } from './Payments.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RefundsId = string;

/** Represents the table public.refunds */
export default interface RefundsTable {
  id: ColumnType<RefundsId, RefundsId | undefined, RefundsId>;

  order_id: ColumnType<OrdersId | null, OrdersId | null, OrdersId | null>;

  sale_id: ColumnType<SalesId | null, SalesId | null, SalesId | null>;

  payment_id: ColumnType<PaymentsId | null, PaymentsId | null, PaymentsId | null>;

  buyer_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  seller_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  title: ColumnType<string, string, string>;

  paise: ColumnType<number, number, number>;

  origin: ColumnType<string, string, string>;

  reason: ColumnType<string, string, string>;

  status: ColumnType<string, string | undefined, string>;

  to_credits: ColumnType<boolean, boolean | undefined, boolean>;

  decided_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  decision_reason: ColumnType<string | null, string | null, string | null>;

  decided_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  gateway_refund_id: ColumnType<string | null, string | null, string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  next_try_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  last_error: ColumnType<string | null, string | null, string | null>;

  processed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  answer_by: ColumnType<Date, Date | string | undefined, Date | string>;

  escalated_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  round: ColumnType<number, number | undefined, number>;

  /** what of it the bank gave back in a dispute, which the gateway does not send */
  settled_paise: ColumnType<number, number | undefined, number>;

  asked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Refunds = Selectable<RefundsTable>;

export type NewRefunds = Insertable<RefundsTable>;

export type RefundsUpdate = Updateable<RefundsTable>;