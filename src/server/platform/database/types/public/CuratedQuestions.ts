import type { CuratedAnswersId } from './CuratedAnswers.ts';
import type { WorkflowsId } from './Workflows.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CuratedQuestionsId = string;

/** Represents the table public.curated_questions */
export default interface CuratedQuestionsTable {
  id: ColumnType<CuratedQuestionsId, CuratedQuestionsId | undefined, CuratedQuestionsId>;

  answer_id: ColumnType<CuratedAnswersId, CuratedAnswersId, CuratedAnswersId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  position: ColumnType<number, number, number>;

  question: ColumnType<string, string, string>;

  plain: ColumnType<string, string, string>;

  vector: ColumnType<unknown | null, unknown | null, unknown | null>;
}

export type CuratedQuestions = Selectable<CuratedQuestionsTable>;

export type NewCuratedQuestions = Insertable<CuratedQuestionsTable>;

export type CuratedQuestionsUpdate = Updateable<CuratedQuestionsTable>;