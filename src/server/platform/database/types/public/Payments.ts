import type { OrdersId } from './Orders.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PaymentsId = string;

/** Represents the table public.payments */
export default interface PaymentsTable {
  id: ColumnType<PaymentsId, PaymentsId | undefined, PaymentsId>;

  order_id: ColumnType<OrdersId | null, OrdersId | null, OrdersId | null>;

  user_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  gateway: ColumnType<string, string, string>;

  gateway_payment_id: ColumnType<string, string, string>;

  status: ColumnType<string, string, string>;

  amount_paise: ColumnType<number, number, number>;

  currency: ColumnType<string, string | undefined, string>;

  method: ColumnType<string | null, string | null, string | null>;

  fee_paise: ColumnType<number, number | undefined, number>;

  error: ColumnType<unknown | null, unknown | null, unknown | null>;

  captured_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  refunded_paise: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  begun_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  asked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Payments = Selectable<PaymentsTable>;

export type NewPayments = Insertable<PaymentsTable>;

export type PaymentsUpdate = Updateable<PaymentsTable>;