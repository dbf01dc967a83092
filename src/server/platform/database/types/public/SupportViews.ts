import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SupportViewsId = string;

/** Represents the table public.support_views */
export default interface SupportViewsTable {
  id: ColumnType<SupportViewsId, SupportViewsId | undefined, SupportViewsId>;

  admin_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  admin_role: ColumnType<string, string, string>;

  session_key: ColumnType<string, string, string>;

  person_id: ColumnType<UsersId, UsersId, UsersId>;

  reason: ColumnType<string, string, string>;

  started_at: ColumnType<Date, Date | string | undefined, Date | string>;

  expires_at: ColumnType<Date, Date | string, Date | string>;

  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  ended_because: ColumnType<string | null, string | null, string | null>;
}

export type SupportViews = Selectable<SupportViewsTable>;

export type NewSupportViews = Insertable<SupportViewsTable>;

export type SupportViewsUpdate = Updateable<SupportViewsTable>;