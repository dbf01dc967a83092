import type { ExecutionsId } from './Executions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RunCommentsId = string;

/** Represents the table public.run_comments */
export default interface RunCommentsTable {
  id: ColumnType<RunCommentsId, RunCommentsId | undefined, RunCommentsId>;

  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  author_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  text: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type RunComments = Selectable<RunCommentsTable>;

export type NewRunComments = Insertable<RunCommentsTable>;

export type RunCommentsUpdate = Updateable<RunCommentsTable>;