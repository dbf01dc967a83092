import type { ReviewsId } from './Reviews.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.review_votes */
export default interface ReviewVotesTable {
  review_id: ColumnType<ReviewsId, ReviewsId, ReviewsId>;

  voter_id: ColumnType<UsersId, UsersId, UsersId>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  mailbox_hash: ColumnType<unknown, unknown, unknown>;
}

export type ReviewVotes = Selectable<ReviewVotesTable>;

export type NewReviewVotes = Insertable<ReviewVotesTable>;

export type ReviewVotesUpdate = Updateable<ReviewVotesTable>;