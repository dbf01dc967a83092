import type { CouponsId } from './Coupons.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CouponRunsPersonKey = string;

/** Represents the table public.coupon_runs */
export default interface CouponRunsTable {
  coupon_id: ColumnType<CouponsId, CouponsId, CouponsId>;

  person_key: ColumnType<CouponRunsPersonKey, CouponRunsPersonKey, CouponRunsPersonKey>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type CouponRuns = Selectable<CouponRunsTable>;

export type NewCouponRuns = Insertable<CouponRunsTable>;

export type CouponRunsUpdate = Updateable<CouponRunsTable>;