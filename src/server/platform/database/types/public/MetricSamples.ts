import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MetricSamplesMinute = string;

/** Represents the table public.metric_samples */
export default interface MetricSamplesTable {
  minute: ColumnType<MetricSamplesMinute, MetricSamplesMinute, MetricSamplesMinute>;

  queued_runs: ColumnType<number | null, number | null, number | null>;

  queue_oldest_s: ColumnType<number | null, number | null, number | null>;

  running_runs: ColumnType<number | null, number | null, number | null>;

  workers: ColumnType<number | null, number | null, number | null>;

  waiting_mails: ColumnType<number | null, number | null, number | null>;

  parts_down: ColumnType<number | null, number | null, number | null>;

  database_connections: ColumnType<number | null, number | null, number | null>;

  database_bytes: ColumnType<number | null, number | null, number | null>;

  disk_free_bytes: ColumnType<number | null, number | null, number | null>;

  runs_succeeded: ColumnType<number, number | undefined, number>;

  runs_failed: ColumnType<number, number | undefined, number>;

  runs_cancelled: ColumnType<number, number | undefined, number>;

  steps: ColumnType<number, number | undefined, number>;

  step_ms: ColumnType<number, number | undefined, number>;

  requests: ColumnType<number, number | undefined, number>;

  requests_failed: ColumnType<number, number | undefined, number>;

  request_ms: ColumnType<number, number | undefined, number>;

  model_tokens: ColumnType<number, number | undefined, number>;

  model_cost_micros: ColumnType<number, number | undefined, number>;

  jobs_failed: ColumnType<number, number | undefined, number>;

  event_loop_ms: ColumnType<number, number | undefined, number>;
}

export type MetricSamples = Selectable<MetricSamplesTable>;

export type NewMetricSamples = Insertable<MetricSamplesTable>;

export type MetricSamplesUpdate = Updateable<MetricSamplesTable>;