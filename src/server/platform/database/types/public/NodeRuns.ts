import type { JournalExecutionId } from './Journal.ts';
import type { ColumnType, Selectable } from 'kysely';

/** Represents the view public.node_runs */
export default interface NodeRunsTable {
  execution_id: ColumnType<JournalExecutionId, never, never>;

  node_id: ColumnType<string, never, never>;

  iteration: ColumnType<string, never, never>;

  seq: ColumnType<number, never, never>;

  status: ColumnType<string, never, never>;

  attempts: ColumnType<number, never, never>;

  port: ColumnType<string, never, never>;

  output: ColumnType<unknown, never, never>;

  stored: ColumnType<unknown, never, never>;

  origin: ColumnType<unknown, never, never>;

  error: ColumnType<unknown, never, never>;

  logs: ColumnType<unknown, never, never>;

  usage: ColumnType<unknown, never, never>;

  tries: ColumnType<unknown, never, never>;

  started_at: ColumnType<Date, never, never>;

  finished_at: ColumnType<Date, never, never>;
}

export type NodeRuns = Selectable<NodeRunsTable>;