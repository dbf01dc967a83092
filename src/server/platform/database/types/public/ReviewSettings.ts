import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.review_settings */
export default interface ReviewSettingsTable {
  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  escalate_after_minutes: ColumnType<number, number, number>;

  escalate_to: ColumnType<UsersId | null, UsersId | null, UsersId | null>;
}

export type ReviewSettings = Selectable<ReviewSettingsTable>;

export type NewReviewSettings = Insertable<ReviewSettingsTable>;

export type ReviewSettingsUpdate = Updateable<ReviewSettingsTable>;