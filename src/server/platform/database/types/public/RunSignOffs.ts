import type { ExecutionsId } from './Executions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RunSignOffsId = string;

/** Represents the table public.run_sign_offs */
export default interface RunSignOffsTable {
  id: ColumnType<RunSignOffsId, RunSignOffsId | undefined, RunSignOffsId>;

  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  revision: ColumnType<number, number, number>;

  reading: ColumnType<string, string, string>;

  person_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  signed_at: ColumnType<Date, Date | string | undefined, Date | string>;

  through: ColumnType<number, number, number>;

  decided: ColumnType<number, number, number>;

  findings: ColumnType<number, number, number>;

  closed: ColumnType<boolean, boolean, boolean>;

  reopened_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  reopened_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;
}

export type RunSignOffs = Selectable<RunSignOffsTable>;

export type NewRunSignOffs = Insertable<RunSignOffsTable>;

export type RunSignOffsUpdate = Updateable<RunSignOffsTable>;