import type { ServiceSchedulesId } from './ServiceSchedules.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ServiceScheduleTimesDueAt = string;

/** Represents the table public.service_schedule_times */
export default interface ServiceScheduleTimesTable {
  schedule_id: ColumnType<ServiceSchedulesId, ServiceSchedulesId, ServiceSchedulesId>;

  due_at: ColumnType<ServiceScheduleTimesDueAt, ServiceScheduleTimesDueAt, ServiceScheduleTimesDueAt>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  code: ColumnType<string | null, string | null, string | null>;

  reason: ColumnType<string | null, string | null, string | null>;
}

export type ServiceScheduleTimes = Selectable<ServiceScheduleTimesTable>;

export type NewServiceScheduleTimes = Insertable<ServiceScheduleTimesTable>;

export type ServiceScheduleTimesUpdate = Updateable<ServiceScheduleTimesTable>;