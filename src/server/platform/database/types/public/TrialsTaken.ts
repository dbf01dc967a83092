import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TrialsTakenMailboxHash = string;

/** Represents the table public.trials_taken */
export default interface TrialsTakenTable {
  mailbox_hash: ColumnType<TrialsTakenMailboxHash, TrialsTakenMailboxHash, TrialsTakenMailboxHash>;

  taken_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type TrialsTaken = Selectable<TrialsTakenTable>;

export type NewTrialsTaken = Insertable<TrialsTakenTable>;

export type TrialsTakenUpdate = Updateable<TrialsTakenTable>;