import type { ExecutionsId } from './Executions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RunMovesTransferId = string;

/** Represents the table public.run_moves */
export default interface RunMovesTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  transfer_id: ColumnType<RunMovesTransferId, RunMovesTransferId, RunMovesTransferId>;

  person_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  from_name: ColumnType<string | null, string | null, string | null>;

  to_name: ColumnType<string | null, string | null, string | null>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type RunMoves = Selectable<RunMovesTable>;

export type NewRunMoves = Insertable<RunMovesTable>;

export type RunMovesUpdate = Updateable<RunMovesTable>;