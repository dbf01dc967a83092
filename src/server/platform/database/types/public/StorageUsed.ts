import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.storage_used */
export default interface StorageUsedTable {
  user_id: ColumnType<UsersId, UsersId, UsersId>;

  bytes: ColumnType<number, number, number>;
}

export type StorageUsed = Selectable<StorageUsedTable>;

export type NewStorageUsed = Insertable<StorageUsedTable>;

export type StorageUsedUpdate = Updateable<StorageUsedTable>;