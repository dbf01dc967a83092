import type { WorkflowEvaluationsId } from './WorkflowEvaluations.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowEvaluationResultsPosition = number;

/** Represents the table public.workflow_evaluation_results */
export default interface WorkflowEvaluationResultsTable {
  evaluation_id: ColumnType<WorkflowEvaluationsId, WorkflowEvaluationsId, WorkflowEvaluationsId>;

  position: ColumnType<WorkflowEvaluationResultsPosition, WorkflowEvaluationResultsPosition, WorkflowEvaluationResultsPosition>;

  kept: ColumnType<unknown, unknown, unknown>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  score: ColumnType<number | null, number | null, number | null>;

  note: ColumnType<string, string | undefined, string>;
}

export type WorkflowEvaluationResults = Selectable<WorkflowEvaluationResultsTable>;

export type NewWorkflowEvaluationResults = Insertable<WorkflowEvaluationResultsTable>;

export type WorkflowEvaluationResultsUpdate = Updateable<WorkflowEvaluationResultsTable>;