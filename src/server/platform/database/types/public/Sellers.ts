import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.sellers */
export default interface SellersTable {
  user_id: ColumnType<UsersId, UsersId, UsersId>;

  handle: ColumnType<string, string, string>;

  since: ColumnType<Date, Date | string, Date | string>;
}

export type Sellers = Selectable<SellersTable>;

export type NewSellers = Insertable<SellersTable>;

export type SellersUpdate = Updateable<SellersTable>;