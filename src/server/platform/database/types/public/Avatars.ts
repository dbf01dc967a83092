import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.avatars */
export default interface AvatarsTable {
  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  key: ColumnType<string, string, string>;

  image: ColumnType<unknown, unknown, unknown>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Avatars = Selectable<AvatarsTable>;

export type NewAvatars = Insertable<AvatarsTable>;

export type AvatarsUpdate = Updateable<AvatarsTable>;