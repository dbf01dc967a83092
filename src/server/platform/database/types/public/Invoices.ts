import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type InvoicesId = string;

/** Represents the table public.invoices */
export default interface InvoicesTable {
  id: ColumnType<InvoicesId, InvoicesId | undefined, InvoicesId>;

  kind: ColumnType<string, string, string>;

  number: ColumnType<string, string, string>;

  series: ColumnType<string, string, string>;

  financial_year: ColumnType<string, string, string>;

  supplier_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  customer_id: ColumnType<UsersId, UsersId, UsersId>;

  supplier: ColumnType<unknown, unknown, unknown>;

  customer: ColumnType<unknown, unknown, unknown>;

  place_of_supply: ColumnType<string, string, string>;

  lines: ColumnType<unknown, unknown, unknown>;

  rate_bps: ColumnType<number, number, number>;

  taxable_paise: ColumnType<number, number, number>;

  cgst_paise: ColumnType<number, number, number>;

  sgst_paise: ColumnType<number, number, number>;

  igst_paise: ColumnType<number, number, number>;

  total_paise: ColumnType<number, number, number>;

  currency: ColumnType<string, string | undefined, string>;

  credits: ColumnType<InvoicesId | null, InvoicesId | null, InvoicesId | null>;

  issued_at: ColumnType<Date, Date | string, Date | string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  is_test: ColumnType<boolean | null, never, never>;
}

export type Invoices = Selectable<InvoicesTable>;

export type NewInvoices = Insertable<InvoicesTable>;

export type InvoicesUpdate = Updateable<InvoicesTable>;