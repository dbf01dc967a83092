import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type JournalExecutionId = string;

export type JournalSeq = number;

/** Represents the table public.journal */
export default interface JournalTable {
  execution_id: ColumnType<JournalExecutionId, JournalExecutionId, JournalExecutionId>;

  seq: ColumnType<JournalSeq, JournalSeq, JournalSeq>;

  rows: ColumnType<unknown, unknown, unknown>;
}

export type Journal = Selectable<JournalTable>;

export type NewJournal = Insertable<JournalTable>;

export type JournalUpdate = Updateable<JournalTable>;