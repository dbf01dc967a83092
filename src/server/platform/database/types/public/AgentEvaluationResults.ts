import type { AgentEvaluationsId } from './AgentEvaluations.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentEvaluationResultsPosition = number;

/** Represents the table public.agent_evaluation_results */
export default interface AgentEvaluationResultsTable {
  evaluation_id: ColumnType<AgentEvaluationsId, AgentEvaluationsId, AgentEvaluationsId>;

  position: ColumnType<AgentEvaluationResultsPosition, AgentEvaluationResultsPosition, AgentEvaluationResultsPosition>;

  kept: ColumnType<unknown, unknown, unknown>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  score: ColumnType<number | null, number | null, number | null>;

  note: ColumnType<string, string | undefined, string>;
}

export type AgentEvaluationResults = Selectable<AgentEvaluationResultsTable>;

export type NewAgentEvaluationResults = Insertable<AgentEvaluationResultsTable>;

export type AgentEvaluationResultsUpdate = Updateable<AgentEvaluationResultsTable>;