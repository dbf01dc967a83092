import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type InvoiceSeriesSeries = string;

export type InvoiceSeriesFinancialYear = string;

/** Represents the table public.invoice_series */
export default interface InvoiceSeriesTable {
  series: ColumnType<InvoiceSeriesSeries, InvoiceSeriesSeries, InvoiceSeriesSeries>;

  financial_year: ColumnType<InvoiceSeriesFinancialYear, InvoiceSeriesFinancialYear, InvoiceSeriesFinancialYear>;

  last: ColumnType<number, number, number>;
}

export type InvoiceSeries = Selectable<InvoiceSeriesTable>;

export type NewInvoiceSeries = Insertable<InvoiceSeriesTable>;

export type InvoiceSeriesUpdate = Updateable<InvoiceSeriesTable>;