import type { ExecutionsId } from './Executions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type QueueJobsReason = string;

/** Represents the table public.queue_jobs */
export default interface QueueJobsTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  reason: ColumnType<QueueJobsReason, QueueJobsReason, QueueJobsReason>;

  line: ColumnType<string, string, string>;

  urgent: ColumnType<boolean, boolean, boolean>;

  priority: ColumnType<number, number, number>;

  due: ColumnType<Date, Date | string, Date | string>;

  ready: ColumnType<boolean, boolean, boolean>;

  taken_by: ColumnType<string | null, string | null, string | null>;
}

export type QueueJobs = Selectable<QueueJobsTable>;

export type NewQueueJobs = Insertable<QueueJobsTable>;

export type QueueJobsUpdate = Updateable<QueueJobsTable>;