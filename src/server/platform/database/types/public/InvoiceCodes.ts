import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.invoice_codes */
export default interface InvoiceCodesTable {
  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  code: ColumnType<number, number | undefined, number>;
}

export type InvoiceCodes = Selectable<InvoiceCodesTable>;

export type NewInvoiceCodes = Insertable<InvoiceCodesTable>;

export type InvoiceCodesUpdate = Updateable<InvoiceCodesTable>;