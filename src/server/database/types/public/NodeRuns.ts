import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type NodeRunsExecutionId = string;

export type NodeRunsNodeId = string;

export type NodeRunsIteration = string;

/** Represents the table public.node_runs */
export default interface NodeRunsTable {
  execution_id: ColumnType<NodeRunsExecutionId, NodeRunsExecutionId, NodeRunsExecutionId>;

  node_id: ColumnType<NodeRunsNodeId, NodeRunsNodeId, NodeRunsNodeId>;

  iteration: ColumnType<NodeRunsIteration, NodeRunsIteration | undefined, NodeRunsIteration>;

  seq: ColumnType<number, number, number>;

  status: ColumnType<string, string, string>;

  attempts: ColumnType<number, number | undefined, number>;

  port: ColumnType<string | null, string | null, string | null>;

  output: ColumnType<unknown | null, unknown | null, unknown | null>;

  error: ColumnType<unknown | null, unknown | null, unknown | null>;

  logs: ColumnType<unknown | null, unknown | null, unknown | null>;

  started_at: ColumnType<Date, Date | string, Date | string>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type NodeRuns = Selectable<NodeRunsTable>;

export type NewNodeRuns = Insertable<NodeRunsTable>;

export type NodeRunsUpdate = Updateable<NodeRunsTable>;