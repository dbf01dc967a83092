import type { UsersId } from './Users.ts';
import type { PaymentsId } from './Payments.ts';
import type { CouponsId } from './Coupons.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type OrdersId = string;

/** Represents the table public.orders */
export default interface OrdersTable {
  id: ColumnType<OrdersId, OrdersId | undefined, OrdersId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  purpose: ColumnType<string, string, string>;

  subject: ColumnType<unknown, unknown, unknown>;

  title: ColumnType<string, string, string>;

  amount_paise: ColumnType<number, number, number>;

  currency: ColumnType<string, string | undefined, string>;

  state_code: ColumnType<string, string, string>;

  gstin: ColumnType<string | null, string | null, string | null>;

  billing_name: ColumnType<string, string, string>;

  billing_address: ColumnType<string, string | undefined, string>;

  gateway: ColumnType<string, string, string>;

  gateway_order_id: ColumnType<string | null, string | null, string | null>;

  receipt: ColumnType<string, string, string>;

  status: ColumnType<string, string | undefined, string>;

  idempotency_key: ColumnType<string | null, string | null, string | null>;

  paid_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  fulfilled_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  refunded_paise: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  expires_at: ColumnType<Date, Date | string | undefined, Date | string>;

  payment_id: ColumnType<PaymentsId | null, PaymentsId | null, PaymentsId | null>;

  coupon_id: ColumnType<CouponsId | null, CouponsId | null, CouponsId | null>;

  coupon_code: ColumnType<string | null, string | null, string | null>;

  off_paise: ColumnType<number, number | undefined, number>;

  person_key: ColumnType<string | null, string | null, string | null>;

  is_test: ColumnType<boolean | null, boolean | null, boolean | null>;
}

export type Orders = Selectable<OrdersTable>;

export type NewOrders = Insertable<OrdersTable>;

export type OrdersUpdate = Updateable<OrdersTable>;