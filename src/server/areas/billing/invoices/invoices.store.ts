/** The SQL of invoices: what is to be invoiced, numbers without a gap, and what was issued. */

import { sql } from 'kysely'
import type { Invoice, InvoiceId, InvoiceLine, InvoiceParty } from '#contract/billing/invoices.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { CreditCause } from './due.store.ts'

/** Numbers are given by one at a time. */
export const lockIssuing = (tx: Queryable) => sql`select pg_advisory_xact_lock(${LOCKS.invoices})`.execute(tx)

/** The next number of a series in a financial year, 1 first; gone again when the transaction is. */
export async function takeNumber(tx: Queryable, series: string, year: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_series as s (series, financial_year, last) values (${series}, ${year}, 1)
    on conflict (series, financial_year) do update set last = s.last + 1 returning last`.execute(tx)
  return rows[0]?.last ?? 1
}

/** What a seller's own series are told apart by. */
export async function sellerCode(tx: Queryable, seller: UserId): Promise<number> {
  const { rows } = await sql<{ code: number }>`
    insert into invoice_codes (seller_id) values (${seller})
    on conflict (seller_id) do update set seller_id = excluded.seller_id returning code`.execute(tx)
  return rows[0]?.code ?? 0
}

export interface IssuedRow extends Omit<Invoice, 'credits' | 'issued_at' | 'order_id'> {
  supplier_id: UserId | null
  customer_id: UserId
  /** Of the invoice that a credit note takes from. */
  credits_number: string | null
  credits_issued_at: Date | null
  issued_at: Date
}

export type NewInvoice = Omit<IssuedRow, 'id' | 'credits_number' | 'credits_issued_at' | 'currency'> & {
  series: string
  financial_year: string
  credits: InvoiceId | null
}

export type Cause = { type: 'order' | 'sale' | 'models' | 'commission' | CreditCause; ids: readonly string[] }

/** Stores an invoice with what is on it, which is due no more. */
export async function insertInvoice(tx: Queryable, invoice: NewInvoice, cause: Cause): Promise<void> {
  const i = invoice
  const json = (value: InvoiceParty | readonly InvoiceLine[]) => sql`${JSON.stringify(value)}::jsonb`
  await sql`
    with made as (
      insert into invoices (kind, number, series, financial_year, supplier_id, customer_id, supplier, customer, place_of_supply, lines,
        rate_bps, taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise, credits, issued_at)
      values (${i.kind}, ${i.number}, ${i.series}, ${i.financial_year}, ${i.supplier_id}, ${i.customer_id}, ${json(i.supplier)},
        ${json(i.customer)}, ${i.place_of_supply}, ${json(i.lines)}, ${i.rate_bps}, ${i.taxable_paise}, ${i.cgst_paise},
        ${i.sgst_paise}, ${i.igst_paise}, ${i.total_paise}, ${i.credits}, ${i.issued_at})
      returning id
    ), causes as (
      select c.id from unnest(${sql.val([...cause.ids])}::uuid[]) c(id)
    ), done as (
      delete from invoices_due d using causes where d.cause_type = ${cause.type} and d.cause_id = causes.id
    )
    insert into invoiced (cause_type, cause_id, invoice_id)
    select ${cause.type}, causes.id, made.id from made, causes`.execute(tx)
}

const COLUMNS =
  sql.raw(`i.id, i.kind, i.number, i.supplier_id, i.customer_id, i.supplier, i.customer, i.place_of_supply, i.lines, i.rate_bps,
  i.taxable_paise::float8 as taxable_paise, i.cgst_paise::float8 as cgst_paise, i.sgst_paise::float8 as sgst_paise,
  i.igst_paise::float8 as igst_paise, i.total_paise::float8 as total_paise, i.currency, i.issued_at,
  (select number from invoices of where of.id = i.credits) as credits_number,
  (select issued_at from invoices of where of.id = i.credits) as credits_issued_at`)

/** The order that an invoice or a credit note is of. */
const ORDER = sql`(select case d.cause_type
    when 'order' then d.cause_id
    when 'sale' then (select s.order_id from sales s where s.id = d.cause_id)
    when 'refund' then (select coalesce(r.order_id, (select s.order_id from sales s where s.id = r.sale_id)) from refunds r where r.id = d.cause_id)
    when 'dispute' then (select t.order_id from disputes t where t.id = d.cause_id)
  end from invoiced d where d.invoice_id = i.id limit 1)`

/** Newest first. */
export async function findInvoices(
  db: Queryable,
  of: { side: 'customer' | 'supplier'; user: UserId },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: (IssuedRow & { order_id: string | null })[]; total: number }> {
  const isCustomer = of.side === 'customer'
  const column = sql.raw(isCustomer ? 'customer_id' : 'supplier_id')
  // Whose order it is nobody else is told.
  const order = isCustomer ? ORDER : sql`null::uuid`
  const [{ rows }, counted] = await Promise.all([
    sql<
      IssuedRow & { order_id: string | null }
    >`select ${COLUMNS}, ${order} as order_id from invoices i where i.${column} = ${of.user}
      order by i.issued_at desc, i.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from invoices i where i.${column} = ${of.user}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export interface Paper extends Pick<Invoice, 'id' | 'kind' | 'number'> {
  order_id: string
}

/** What was issued to their buyer for these orders: invoices, then credit notes of what went back. */
export async function findPapersOf(db: Queryable, orders: readonly string[]): Promise<Paper[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<Paper>`
    select c.order_id, i.id, i.kind, i.number from (
      select o.id as order_id, 'order' as type, o.id as cause from orders o where o.id = any(${orders}::uuid[])
      union all select s.order_id, 'sale', s.id from sales s where s.order_id = any(${orders}::uuid[])
      union all select r.order_id, 'refund', r.id from refunds r where r.order_id = any(${orders}::uuid[])
      union all select s.order_id, 'refund', r.id from sales s join refunds r on r.sale_id = s.id where s.order_id = any(${orders}::uuid[])
      union all select t.order_id, 'dispute', t.id from disputes t where t.order_id = any(${orders}::uuid[])
    ) c join invoiced d on d.cause_type = c.type and d.cause_id = c.cause join invoices i on i.id = d.invoice_id
    group by c.order_id, i.id order by i.kind = 'credit_note', i.issued_at, i.number`.execute(db)
  return rows
}

export async function findInvoice(db: Queryable, id: InvoiceId): Promise<IssuedRow | null> {
  const { rows } = await sql<IssuedRow>`select ${COLUMNS} from invoices i where i.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Issued by the platform from `from` until before `until`, in the order of their numbers. */
export async function findOfPlatform(db: Queryable, from: Date, until: Date): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    select ${COLUMNS} from invoices i where i.supplier_id is null and not i.is_test and i.issued_at >= ${from} and i.issued_at < ${until}
    order by i.series, i.number`.execute(db)
  return rows
}
