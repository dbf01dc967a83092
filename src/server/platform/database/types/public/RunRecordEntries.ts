import type { ExecutionsId } from './Executions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RunRecordEntriesNumber = number;

/** Represents the table public.run_record_entries */
export default interface RunRecordEntriesTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  number: ColumnType<RunRecordEntriesNumber, RunRecordEntriesNumber, RunRecordEntriesNumber>;

  kind: ColumnType<string, string, string>;

  source: ColumnType<string, string, string>;

  at: ColumnType<Date, Date | string, Date | string>;

  noted_at: ColumnType<Date, Date | string, Date | string>;

  facts: ColumnType<string, string, string>;

  who: ColumnType<string | null, string | null, string | null>;

  who_salt: ColumnType<unknown | null, unknown | null, unknown | null>;

  who_hash: ColumnType<unknown | null, unknown | null, unknown | null>;

  content: ColumnType<string | null, string | null, string | null>;

  content_salt: ColumnType<unknown | null, unknown | null, unknown | null>;

  content_hash: ColumnType<unknown | null, unknown | null, unknown | null>;

  hash: ColumnType<unknown, unknown, unknown>;

  key_id: ColumnType<string, string, string>;

  signature: ColumnType<unknown, unknown, unknown>;

  account_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;
}

export type RunRecordEntries = Selectable<RunRecordEntriesTable>;

export type NewRunRecordEntries = Insertable<RunRecordEntriesTable>;

export type RunRecordEntriesUpdate = Updateable<RunRecordEntriesTable>;