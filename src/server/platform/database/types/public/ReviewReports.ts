import type { ReviewsId } from './Reviews.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.review_reports */
export default interface ReviewReportsTable {
  review_id: ColumnType<ReviewsId, ReviewsId, ReviewsId>;

  reporter_id: ColumnType<UsersId, UsersId, UsersId>;

  reason: ColumnType<string, string, string>;

  note: ColumnType<string, string | undefined, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  settled_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type ReviewReports = Selectable<ReviewReportsTable>;

export type NewReviewReports = Insertable<ReviewReportsTable>;

export type ReviewReportsUpdate = Updateable<ReviewReportsTable>;