import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TrialRunsPersonKey = string;

/** Represents the table public.trial_runs */
export default interface TrialRunsTable {
  person_key: ColumnType<TrialRunsPersonKey, TrialRunsPersonKey, TrialRunsPersonKey>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  used: ColumnType<number, number | undefined, number>;

  given: ColumnType<number, number | undefined, number>;
}

export type TrialRuns = Selectable<TrialRunsTable>;

export type NewTrialRuns = Insertable<TrialRunsTable>;

export type TrialRunsUpdate = Updateable<TrialRunsTable>;