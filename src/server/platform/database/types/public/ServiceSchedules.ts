import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ServiceSchedulesId = string;

/** Represents the table public.service_schedules */
export default interface ServiceSchedulesTable {
  id: ColumnType<ServiceSchedulesId, ServiceSchedulesId | undefined, ServiceSchedulesId>;

  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  config: ColumnType<unknown, unknown, unknown>;

  input: ColumnType<unknown, unknown, unknown>;

  enabled: ColumnType<boolean, boolean | undefined, boolean>;

  stopped_reason: ColumnType<string | null, string | null, string | null>;

  next_run_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  refused_in_row: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ServiceSchedules = Selectable<ServiceSchedulesTable>;

export type NewServiceSchedules = Insertable<ServiceSchedulesTable>;

export type ServiceSchedulesUpdate = Updateable<ServiceSchedulesTable>;