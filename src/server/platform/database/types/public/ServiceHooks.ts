import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.service_hooks */
export default interface ServiceHooksTable {
  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  token: ColumnType<string, string, string>;

  enabled: ColumnType<boolean, boolean, boolean>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ServiceHooks = Selectable<ServiceHooksTable>;

export type NewServiceHooks = Insertable<ServiceHooksTable>;

export type ServiceHooksUpdate = Updateable<ServiceHooksTable>;