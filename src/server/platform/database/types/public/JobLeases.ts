import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type JobLeasesJob = string;

/** Represents the table public.job_leases */
export default interface JobLeasesTable {
  job: ColumnType<JobLeasesJob, JobLeasesJob, JobLeasesJob>;

  holder: ColumnType<string, string, string>;

  taken_until: ColumnType<Date, Date | string, Date | string>;

  due_at: ColumnType<Date, Date | string | undefined, Date | string>;

  turns: ColumnType<number, number | undefined, number>;
}

export type JobLeases = Selectable<JobLeasesTable>;

export type NewJobLeases = Insertable<JobLeasesTable>;

export type JobLeasesUpdate = Updateable<JobLeasesTable>;