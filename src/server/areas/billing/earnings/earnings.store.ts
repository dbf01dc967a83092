/** The SQL of what sellers earn. Days are those of India. */
import { sql } from 'kysely'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const SUMS = sql.raw(`count(*)::int as sales, coalesce(sum(s.gross_paise), 0)::float8 as gross_paise,
  coalesce(sum(s.refunded_paise), 0)::float8 as refunded_paise, coalesce(sum(s.commission_paise), 0)::float8 as commission_paise,
  coalesce(sum(s.gst_paise + s.commission_gst_paise + s.tcs_paise + s.tds_paise), 0)::float8 as tax_paise,
  coalesce(sum(s.seller_paise), 0)::float8 as seller_paise`)

export interface SumsRow {
  sales: number
  gross_paise: number
  refunded_paise: number
  commission_paise: number
  tax_paise: number
  seller_paise: number
}

export async function sumSales(db: Queryable, seller: UserId, since: Date): Promise<SumsRow> {
  const { rows } =
    await sql<SumsRow>`select ${SUMS} from sales s where s.seller_id = ${seller} and s.created_at >= ${since}`.execute(
      db,
    )
  const [row] = rows
  if (!row) throw new Error('The sum query returned no row')
  return row
}

export interface DayRow {
  day: string
  sales: number
  gross_paise: number
  seller_paise: number
}

export async function sumDays(db: Queryable, seller: UserId, since: Date, until: Date): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(d, 'YYYY-MM-DD') as day, count(s.id)::int as sales, coalesce(sum(s.gross_paise), 0)::float8 as gross_paise,
      coalesce(sum(s.seller_paise), 0)::float8 as seller_paise
    from generate_series((${since}::timestamptz at time zone 'Asia/Kolkata')::date,
      (${until}::timestamptz at time zone 'Asia/Kolkata')::date, interval '1 day') d
    left join sales s on s.seller_id = ${seller} and s.created_at >= d at time zone 'Asia/Kolkata'
      and s.created_at < (d + interval '1 day') at time zone 'Asia/Kolkata'
    group by d order by d`.execute(db)
  return rows
}

export type AgentRow = SumsRow & { id: AgentId; slug: string; name: string; runs: number; failed: number }

/** Every agent of the seller that was sold or run; the runs of their buyers alone. */
export async function sumAgents(db: Queryable, seller: UserId, since: Date): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    with sold as (select s.agent_id, ${SUMS} from sales s where s.seller_id = ${seller} and s.created_at >= ${since} group by s.agent_id),
    run as (
      select e.agent_id, count(*)::int as runs, (count(*) filter (where e.status = 'failed'))::int as failed from executions e
      where e.agent_id in (select id from agents where seller_id = ${seller}) and e.finished_at >= ${since}
        and e.owner_id is distinct from ${seller}::uuid group by e.agent_id
    )
    select a.id, a.slug, a.name, coalesce(sold.sales, 0) as sales, coalesce(sold.gross_paise, 0) as gross_paise,
      coalesce(sold.refunded_paise, 0) as refunded_paise, coalesce(sold.commission_paise, 0) as commission_paise,
      coalesce(sold.tax_paise, 0) as tax_paise, coalesce(sold.seller_paise, 0) as seller_paise, coalesce(run.runs, 0) as runs,
      coalesce(run.failed, 0) as failed
    from agents a left join sold on sold.agent_id = a.id left join run on run.agent_id = a.id
    where a.seller_id = ${seller} and (sold.agent_id is not null or run.agent_id is not null)
    order by gross_paise desc, a.name`.execute(db)
  return rows
}

export interface BuyerRow {
  buyer: string
  sales: number
  gross_paise: number
}

/** Sellers never see the names of buyers: each buyer has a stable label per seller. */
export async function sumBuyers(db: Queryable, seller: UserId, since: Date, most: number): Promise<BuyerRow[]> {
  const { rows } = await sql<BuyerRow>`
    select 'Buyer ' || upper(left(encode(sha256((${seller} || s.buyer_id)::bytea), 'hex'), 6)) as buyer, count(*)::int as sales,
      sum(s.gross_paise)::float8 as gross_paise
    from sales s where s.seller_id = ${seller} and s.created_at >= ${since}
    group by s.buyer_id order by 3 desc, s.buyer_id limit ${most}`.execute(db)
  return rows
}

/** Buyers of the 30 days before the last 30, and those of them who came again. */
export async function countReturning(
  db: Queryable,
  seller: UserId,
  now: Date,
): Promise<{ before: number; again: number }> {
  const { rows } = await sql<{ before: number; again: number }>`
    with before as (
      select distinct buyer_id from sales where seller_id = ${seller}
        and created_at >= ${now}::timestamptz - interval '60 days' and created_at < ${now}::timestamptz - interval '30 days'
    )
    select count(*)::int as before, (count(*) filter (where exists (
      select 1 from sales s where s.seller_id = ${seller} and s.buyer_id = b.buyer_id
        and s.created_at >= ${now}::timestamptz - interval '30 days')))::int as again
    from before b`.execute(db)
  return rows[0] ?? { before: 0, again: 0 }
}
