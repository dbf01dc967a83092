import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SellerYearsYear = number;

/** Represents the table public.seller_years */
export default interface SellerYearsTable {
  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  year: ColumnType<SellerYearsYear, SellerYearsYear, SellerYearsYear>;

  paise: ColumnType<number, number, number>;
}

export type SellerYears = Selectable<SellerYearsTable>;

export type NewSellerYears = Insertable<SellerYearsTable>;

export type SellerYearsUpdate = Updateable<SellerYearsTable>;