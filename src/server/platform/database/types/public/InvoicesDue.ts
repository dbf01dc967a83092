import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type InvoicesDueCauseType = string;

export type InvoicesDueCauseId = string;

/** Represents the table public.invoices_due */
export default interface InvoicesDueTable {
  cause_type: ColumnType<InvoicesDueCauseType, InvoicesDueCauseType, InvoicesDueCauseType>;

  cause_id: ColumnType<InvoicesDueCauseId, InvoicesDueCauseId, InvoicesDueCauseId>;

  due_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type InvoicesDue = Selectable<InvoicesDueTable>;

export type NewInvoicesDue = Insertable<InvoicesDueTable>;

export type InvoicesDueUpdate = Updateable<InvoicesDueTable>;