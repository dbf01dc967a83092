import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type FailuresExecutionId = string;

/** Represents the table public.failures */
export default interface FailuresTable {
  execution_id: ColumnType<FailuresExecutionId, FailuresExecutionId, FailuresExecutionId>;

  taken_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  owner_id: ColumnType<string, string, string>;
}

export type Failures = Selectable<FailuresTable>;

export type NewFailures = Insertable<FailuresTable>;

export type FailuresUpdate = Updateable<FailuresTable>;