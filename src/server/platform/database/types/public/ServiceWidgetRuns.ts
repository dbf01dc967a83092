import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ServiceWidgetRunsExecutionId = string;

/** Represents the table public.service_widget_runs */
export default interface ServiceWidgetRunsTable {
  execution_id: ColumnType<ServiceWidgetRunsExecutionId, ServiceWidgetRunsExecutionId, ServiceWidgetRunsExecutionId>;

  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  token_hash: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ServiceWidgetRuns = Selectable<ServiceWidgetRunsTable>;

export type NewServiceWidgetRuns = Insertable<ServiceWidgetRunsTable>;

export type ServiceWidgetRunsUpdate = Updateable<ServiceWidgetRunsTable>;