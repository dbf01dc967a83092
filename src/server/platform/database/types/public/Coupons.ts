import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CouponsId = string;

/** Represents the table public.coupons */
export default interface CouponsTable {
  id: ColumnType<CouponsId, CouponsId | undefined, CouponsId>;

  seller_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  code: ColumnType<string, string, string>;

  percent: ColumnType<number | null, number | null, number | null>;

  off_paise: ColumnType<number | null, number | null, number | null>;

  items: ColumnType<string[] | null, string[] | null, string[] | null>;

  periods: ColumnType<string[] | null, string[] | null, string[] | null>;

  starts_at: ColumnType<Date, Date | string | undefined, Date | string>;

  ends_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  most: ColumnType<number | null, number | null, number | null>;

  once: ColumnType<boolean, boolean, boolean>;

  least_paise: ColumnType<number, number, number>;

  first_only: ColumnType<boolean, boolean, boolean>;

  note: ColumnType<string, string | undefined, string>;

  paused_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  redeemed: ColumnType<number, number | undefined, number>;

  created_by: ColumnType<UsersId, UsersId, UsersId>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  runs: ColumnType<number | null, number | null, number | null>;
}

export type Coupons = Selectable<CouponsTable>;

export type NewCoupons = Insertable<CouponsTable>;

export type CouponsUpdate = Updateable<CouponsTable>;