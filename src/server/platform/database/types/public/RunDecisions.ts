import type { ExecutionsId } from './Executions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RunDecisionsNumber = number;

/** Represents the table public.run_decisions */
export default interface RunDecisionsTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  number: ColumnType<RunDecisionsNumber, RunDecisionsNumber, RunDecisionsNumber>;

  reading: ColumnType<string, string, string>;

  finding: ColumnType<string, string, string>;

  tab: ColumnType<string, string, string>;

  verdict: ColumnType<string | null, string | null, string | null>;

  value: ColumnType<string | null, string | null, string | null>;

  label: ColumnType<string, string, string>;

  reason: ColumnType<string, string | undefined, string>;

  person_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  key: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type RunDecisions = Selectable<RunDecisionsTable>;

export type NewRunDecisions = Insertable<RunDecisionsTable>;

export type RunDecisionsUpdate = Updateable<RunDecisionsTable>;