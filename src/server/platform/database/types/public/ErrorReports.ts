import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ErrorReportsId = string;

/** Represents the table public.error_reports */
export default interface ErrorReportsTable {
  id: ColumnType<ErrorReportsId, ErrorReportsId, ErrorReportsId>;

  kind: ColumnType<string, string, string>;

  fingerprint: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  message: ColumnType<string, string, string>;

  stack: ColumnType<string | null, string | null, string | null>;

  cause: ColumnType<string | null, string | null, string | null>;

  context: ColumnType<unknown, unknown | undefined, unknown>;

  retry_count: ColumnType<number, number | undefined, number>;

  feedback: ColumnType<string | null, string | null, string | null>;

  user_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ErrorReports = Selectable<ErrorReportsTable>;

export type NewErrorReports = Insertable<ErrorReportsTable>;

export type ErrorReportsUpdate = Updateable<ErrorReportsTable>;