import type { ExecutionsId } from './Executions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ReviewRemindersSubject = string;

export type ReviewRemindersStep = string;

/** Represents the table public.review_reminders */
export default interface ReviewRemindersTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  subject: ColumnType<ReviewRemindersSubject, ReviewRemindersSubject, ReviewRemindersSubject>;

  step: ColumnType<ReviewRemindersStep, ReviewRemindersStep, ReviewRemindersStep>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ReviewReminders = Selectable<ReviewRemindersTable>;

export type NewReviewReminders = Insertable<ReviewRemindersTable>;

export type ReviewRemindersUpdate = Updateable<ReviewRemindersTable>;