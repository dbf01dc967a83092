import type { ServicesId } from './Services.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.service_inboxes */
export default interface ServiceInboxesTable {
  service_id: ColumnType<ServicesId, ServicesId, ServicesId>;

  enabled: ColumnType<boolean, boolean | undefined, boolean>;

  display_name: ColumnType<string, string, string>;

  opening: ColumnType<string, string | undefined, string>;

  take_back_hours: ColumnType<number | null, number | null, number | null>;
}

export type ServiceInboxes = Selectable<ServiceInboxesTable>;

export type NewServiceInboxes = Insertable<ServiceInboxesTable>;

export type ServiceInboxesUpdate = Updateable<ServiceInboxesTable>;