import type { WorkflowsId } from './Workflows.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CuratedAnswersId = string;

/** Represents the table public.curated_answers */
export default interface CuratedAnswersTable {
  id: ColumnType<CuratedAnswersId, CuratedAnswersId | undefined, CuratedAnswersId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  answer: ColumnType<string, string, string>;

  updated_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type CuratedAnswers = Selectable<CuratedAnswersTable>;

export type NewCuratedAnswers = Insertable<CuratedAnswersTable>;

export type CuratedAnswersUpdate = Updateable<CuratedAnswersTable>;