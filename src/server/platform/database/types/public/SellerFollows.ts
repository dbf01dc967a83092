import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.seller_follows */
export default interface SellerFollowsTable {
  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  follower_id: ColumnType<UsersId, UsersId, UsersId>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type SellerFollows = Selectable<SellerFollowsTable>;

export type NewSellerFollows = Insertable<SellerFollowsTable>;

export type SellerFollowsUpdate = Updateable<SellerFollowsTable>;