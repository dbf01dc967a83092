import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.service_pages */
export default interface ServicePagesTable {
  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  token: ColumnType<string, string, string>;

  enabled: ColumnType<boolean, boolean | undefined, boolean>;

  access: ColumnType<string, string | undefined, string>;

  password: ColumnType<string | null, string | null, string | null>;

  password_epoch: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ServicePages = Selectable<ServicePagesTable>;

export type NewServicePages = Insertable<ServicePagesTable>;

export type ServicePagesUpdate = Updateable<ServicePagesTable>;