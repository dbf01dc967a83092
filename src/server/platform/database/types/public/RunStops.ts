import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RunStopsId = string;

/** Represents the table public.run_stops */
export default interface RunStopsTable {
  id: ColumnType<RunStopsId, RunStopsId | undefined, RunStopsId>;

  scope: ColumnType<string, string, string>;

  target_id: ColumnType<string, string, string>;

  reason: ColumnType<string, string, string>;

  asked_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  found: ColumnType<number, number, number>;

  stopped: ColumnType<number, number | undefined, number>;

  after_run: ColumnType<string | null, string | null, string | null>;

  passes: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type RunStops = Selectable<RunStopsTable>;

export type NewRunStops = Insertable<RunStopsTable>;

export type RunStopsUpdate = Updateable<RunStopsTable>;