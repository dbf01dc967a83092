import type { OrdersId } from './Orders.ts';
import type { CouponsId } from './Coupons.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.coupon_redemptions */
export default interface CouponRedemptionsTable {
  order_id: ColumnType<OrdersId, OrdersId, OrdersId>;

  coupon_id: ColumnType<CouponsId, CouponsId, CouponsId>;

  person_key: ColumnType<string, string, string>;

  once: ColumnType<boolean, boolean, boolean>;

  state: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type CouponRedemptions = Selectable<CouponRedemptionsTable>;

export type NewCouponRedemptions = Insertable<CouponRedemptionsTable>;

export type CouponRedemptionsUpdate = Updateable<CouponRedemptionsTable>;