import type { ExecutionsId } from './Executions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.run_reviews */
export default interface RunReviewsTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  owner_id: ColumnType<string | null, string | null, string | null>;

  finished_at: ColumnType<Date, Date | string, Date | string>;

  findings: ColumnType<unknown | null, unknown | null, unknown | null>;

  finding_count: ColumnType<number, number, number>;

  lowest_confidence: ColumnType<number | null, number | null, number | null>;

  last_number: ColumnType<number, number | undefined, number>;

  reading: ColumnType<string, string | undefined, string>;

  second_needed: ColumnType<boolean, boolean | undefined, boolean>;

  decided_count: ColumnType<number, number | undefined, number>;

  revision: ColumnType<number, number | undefined, number>;

  signed_off_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  assignee_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  due_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  assignment_number: ColumnType<number, number | undefined, number>;

  service_id: ColumnType<string | null, string | null, string | null>;

  in_queue: ColumnType<boolean, boolean | undefined, boolean>;
}

export type RunReviews = Selectable<RunReviewsTable>;

export type NewRunReviews = Insertable<RunReviewsTable>;

export type RunReviewsUpdate = Updateable<RunReviewsTable>;