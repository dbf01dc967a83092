import type { InvoicesId } from './Invoices.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type InvoicedCauseType = string;

export type InvoicedCauseId = string;

/** Represents the table public.invoiced */
export default interface InvoicedTable {
  cause_type: ColumnType<InvoicedCauseType, InvoicedCauseType, InvoicedCauseType>;

  cause_id: ColumnType<InvoicedCauseId, InvoicedCauseId, InvoicedCauseId>;

  invoice_id: ColumnType<InvoicesId, InvoicesId, InvoicesId>;
}

export type Invoiced = Selectable<InvoicedTable>;

export type NewInvoiced = Insertable<InvoicedTable>;

export type InvoicedUpdate = Updateable<InvoicedTable>;