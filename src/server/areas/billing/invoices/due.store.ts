/** The SQL of what is to be invoiced and is on no invoice yet (`invoices_due`, written by triggers of what makes it due), the oldest first. */
import { type RawBuilder, sql } from 'kysely'
import type { InvoiceId, InvoiceParty } from '#contract/billing/invoices.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const AT_A_TIME = 200

/** What a credit note is of: money that went back to a buyer, or the commission on it to the seller. */
export type CreditCause = 'refund' | 'dispute' | 'commission_refund' | 'commission_dispute'

const billing = sql.raw(
  `jsonb_build_object('name', o.billing_name, 'address', o.billing_address, 'gstin', o.gstin, 'state_code', o.state_code)`,
)

export interface DueSale {
  /** `order`: a plan; `sale`: of an agent; `models`: what models of the platform took in runs. */
  type: 'order' | 'sale' | 'models'
  ids: string[]
  title: string
  quantity: number
  gross_paise: number
  /** What a coupon took off before; absent for runs, which know none. */
  off_paise?: number
  coupon_code?: string | null
  buyer_id: UserId
  /** Null when nobody has said whom to bill. */
  customer: InvoiceParty | null
  customer_name: string
  /** Null: the platform supplies. */
  supplier_id: UserId | null
  /** That the seller was the supplier under. */
  supplier_gstin: string | null
  at: Date
}

/** Plans, and agents bought for a month or for good. */
export async function findDueOrders(db: Queryable, now: Date): Promise<DueSale[]> {
  const { rows } = await sql<DueSale>`
    select 'order' as type, array[o.id] as ids, o.title, 1 as quantity, o.amount_paise::float8 as gross_paise,
      o.off_paise::float8 as off_paise, o.coupon_code, o.user_id as buyer_id,
      ${billing} as customer, o.billing_name as customer_name, null as supplier_id, null as supplier_gstin,
      o.paid_at as at
    from invoices_due d join orders o on o.id = d.cause_id where d.cause_type = 'order' and d.due_at <= ${now}
    union all
    select 'sale', array[s.id], o.title, 1, s.gross_paise::float8, o.off_paise::float8, o.coupon_code, s.buyer_id, ${billing}, o.billing_name,
      case s.supplier when 'seller' then s.seller_id end, s.supplier_gstin, s.created_at
    from invoices_due d join sales s on s.id = d.cause_id join orders o on o.id = s.order_id
    where d.cause_type = 'sale' and d.due_at <= ${now}
    order by at limit ${AT_A_TIME}`.execute(db)
  return rows
}

/** What is invoiced together: a month in India, or its part before or after a day from which another rate of GST applies. */
const periodOf = (
  at: RawBuilder<Date>,
): RawBuilder<string> => sql`concat(to_char(${at} at time zone 'Asia/Kolkata', 'YYYY-MM'), ' ', (
  select max(r.effective_from) from tax_rules r
  where r.kind = 'gst' and r.effective_from <= (${at} at time zone 'Asia/Kolkata')::date))`

/** Runs of months that are over: one of a buyer, a supplier, an agent and a period; and what the platform's models took in them. */
export async function findDueRuns(db: Queryable, now: Date): Promise<(DueSale & { period: string })[]> {
  const { rows } = await sql<DueSale & { period: string }>`
    select 'sale' as type, array_agg(s.id) as ids, 'Runs of ' || a.name as title, count(*)::int as quantity,
      sum(s.gross_paise)::float8 as gross_paise, s.buyer_id, u.display_name as customer_name,
      (select ${billing} from orders o where o.user_id = s.buyer_id and o.status = 'paid' order by o.paid_at desc limit 1) as customer,
      case s.supplier when 'seller' then s.seller_id end as supplier_id, s.supplier_gstin, max(s.created_at) as at,
      ${periodOf(sql`s.created_at`)} as period
    from invoices_due d join sales s on s.id = d.cause_id join agents a on a.id = s.agent_id join users u on u.id = s.buyer_id
    where d.cause_type = 'sale' and d.due_at <= ${now} and s.kind = 'run'
    group by s.buyer_id, u.display_name, 9, 10, a.id, a.name, 12
    union all
    select 'models', array_agg(c.id), 'Models of the platform in runs', count(*)::int, sum(c.models_paise)::float8, c.buyer_id,
      u.display_name, (select ${billing} from orders o where o.user_id = c.buyer_id and o.status = 'paid' order by o.paid_at desc limit 1),
      null, null, max(c.ended_at), ${periodOf(sql`c.ended_at`)}
    from invoices_due d join charges c on c.id = d.cause_id join users u on u.id = c.buyer_id
    where d.cause_type = 'models' and d.due_at <= ${now}
    group by c.buyer_id, u.display_name, 12 order by 12, 6, 9, 3`.execute(db)
  return rows
}

export interface DueCommission {
  ids: string[]
  seller_id: UserId
  supplier_gstin: string | null
  commission_paise: number
  gst_paise: number
  sales: number
  at: Date
}

/** Commission of months that are over, kept back from sellers who are the suppliers. */
export async function findDueCommissions(db: Queryable, now: Date): Promise<DueCommission[]> {
  const { rows } = await sql<DueCommission>`
    select array_agg(s.id) as ids, s.seller_id, s.supplier_gstin, sum(s.commission_paise)::float8 as commission_paise,
      sum(s.commission_gst_paise)::float8 as gst_paise, count(*)::int as sales, max(s.created_at) as at
    from invoices_due d join sales s on s.id = d.cause_id where d.cause_type = 'commission' and d.due_at <= ${now}
    group by s.seller_id, s.supplier_gstin, ${periodOf(sql`s.created_at`)}
    order by 7 limit ${AT_A_TIME}`.execute(db)
  return rows
}

export interface DueCredit {
  type: CreditCause
  id: string
  title: string
  /** What goes back now of what was sold, what went back of it before, and its whole price. */
  paise: number
  before_paise: number
  whole_paise: number
  /** The commission on the whole price and the tax on it; null where the sale itself goes back. */
  commission_paise: number | null
  commission_gst_paise: number | null
  at: Date
  /** The invoice that it takes from. */
  invoice_id: InvoiceId
}

const BACK = sql`invoices_due w join given_back b on w.cause_id = b.id and w.cause_type in (b.cause_type, 'commission_' || b.cause_type)
  left join orders o on o.id = b.order_id left join sales s on s.id = b.sold join lateral (
    select d.invoice_id from invoiced d where case when w.cause_type = b.cause_type
      then (d.cause_type = 'sale' and d.cause_id = b.sold) or (d.cause_type = 'order' and d.cause_id = b.order_id)
      else d.cause_type = 'commission' and d.cause_id = b.sold end
    limit 1
  ) d on true`

/** What went back of something that is on an invoice. */
export async function findDueCredits(db: Queryable, now: Date): Promise<DueCredit[]> {
  const { rows } = await sql<DueCredit>`
    select w.cause_type as type, b.id, b.title, b.at, d.invoice_id, b.paise::float8 as paise,
      (coalesce((select sum(p.paise) from given_back p where p.order_id = b.order_id and (p.at, p.id) < (b.at, b.id)), 0)
        + coalesce((select sum(p.paise) from given_back p where p.sale_id = b.sale_id and (p.at, p.id) < (b.at, b.id)), 0)
      )::float8 as before_paise,
      coalesce(s.gross_paise, o.amount_paise)::float8 as whole_paise,
      case when w.cause_type <> b.cause_type then s.commission_paise end::float8 as commission_paise,
      case when w.cause_type <> b.cause_type then s.commission_gst_paise end::float8 as commission_gst_paise
    from ${BACK} where w.due_at <= ${now} order by b.at, b.id, 1 limit ${AT_A_TIME}`.execute(db)
  return rows
}

/**
 * A seller as invoices name them; null before they have said who they are.
 * @param gstin that of the sale. It begins with its state
 */
export async function findSellerParty(
  db: Queryable,
  seller: UserId,
  gstin: string | null,
): Promise<InvoiceParty | null> {
  const { rows } = await sql<Omit<InvoiceParty, 'gstin'>>`
    select legal_name as name, address, state_code from seller_profiles where seller_id = ${seller}`.execute(db)
  const [found] = rows
  return found ? { ...found, gstin, state_code: gstin?.slice(0, 2) ?? found.state_code } : null
}

/** Whether there may be anything to issue: what a sweep asks before it takes a lock. */
export async function isAnythingDue(db: Queryable, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invoices_due w where w.due_at <= ${now} and w.cause_type in ('order', 'sale', 'commission', 'models')
    union all select 1 from ${BACK} where w.due_at <= ${now} limit 1`.execute(db)
  return rows.length > 0
}
