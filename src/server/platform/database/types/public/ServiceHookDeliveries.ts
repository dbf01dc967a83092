import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ServiceHookDeliveriesDelivery = string;

/** Represents the table public.service_hook_deliveries */
export default interface ServiceHookDeliveriesTable {
  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  delivery: ColumnType<ServiceHookDeliveriesDelivery, ServiceHookDeliveriesDelivery, ServiceHookDeliveriesDelivery>;

  execution_id: ColumnType<string, string, string>;

  arrived_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ServiceHookDeliveries = Selectable<ServiceHookDeliveriesTable>;

export type NewServiceHookDeliveries = Insertable<ServiceHookDeliveriesTable>;

export type ServiceHookDeliveriesUpdate = Updateable<ServiceHookDeliveriesTable>;