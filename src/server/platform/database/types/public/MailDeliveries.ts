import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MailDeliveriesId = string;

/** Represents the table public.mail_deliveries */
export default interface MailDeliveriesTable {
  id: ColumnType<MailDeliveriesId, MailDeliveriesId, MailDeliveriesId>;

  run_id: ColumnType<string, string, string>;

  content_id: ColumnType<string, string, string>;

  taken_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type MailDeliveries = Selectable<MailDeliveriesTable>;

export type NewMailDeliveries = Insertable<MailDeliveriesTable>;

export type MailDeliveriesUpdate = Updateable<MailDeliveriesTable>;