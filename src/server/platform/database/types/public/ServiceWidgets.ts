import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.service_widgets */
export default interface ServiceWidgetsTable {
  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  token: ColumnType<string, string, string>;

  enabled: ColumnType<boolean, boolean | undefined, boolean>;

  title: ColumnType<string, string, string>;

  greeting: ColumnType<string, string | undefined, string>;

  domains: ColumnType<string[], string[] | undefined, string[]>;

  daily_runs: ColumnType<number, number, number>;

  daily_paise: ColumnType<number, number, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ServiceWidgets = Selectable<ServiceWidgetsTable>;

export type NewServiceWidgets = Insertable<ServiceWidgetsTable>;

export type ServiceWidgetsUpdate = Updateable<ServiceWidgetsTable>;