import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ErasedSubjectsSubjectHash = string;

/** Represents the table public.erased_subjects */
export default interface ErasedSubjectsTable {
  subject_hash: ColumnType<ErasedSubjectsSubjectHash, ErasedSubjectsSubjectHash, ErasedSubjectsSubjectHash>;

  erased_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ErasedSubjects = Selectable<ErasedSubjectsTable>;

export type NewErasedSubjects = Insertable<ErasedSubjectsTable>;

export type ErasedSubjectsUpdate = Updateable<ErasedSubjectsTable>;