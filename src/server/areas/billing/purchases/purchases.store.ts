/** The SQL of purchases: what a buyer may run without paying for each run. */
import { type RawBuilder, sql } from 'kysely'
import type { InvoiceId } from '#contract/billing/invoices.ts'
import type { OrderId } from '#contract/billing/payments.ts'
import type { AgentId, AgentVersionId, UserId } from '#contract/core/primitives.ts'
import { LOST_PAISE, type OrderRow } from '#server/areas/billing/orders/orders.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PurchaseRow {
  id: string
  agent_id: AgentId
  agent_version_id: AgentVersionId
  kind: 'month' | 'once'
  agent_slug: string
  agent_name: string
  agent_icon: string
  number: number
  newest: number
  starts_at: Date
  ends_at: Date | null
  revoked_at: Date | null
}

const columns = sql`p.id, p.agent_id, p.agent_version_id, p.kind, a.slug as agent_slug, a.name as agent_name, a.icon as agent_icon,
  v.number, coalesce(n.number, v.number) as newest, p.starts_at, p.ends_at, p.revoked_at`
const joins = sql`join agents a on a.id = p.agent_id join agent_versions v on v.id = p.agent_version_id
  left join agent_versions n on n.id = a.current_version_id`
const lasts = (now: Date) => sql`p.revoked_at is null and (p.ends_at is null or p.ends_at > ${now})`

/** What lets a buyer run the agent at a moment; of several, the one that lasts longest. */
export async function findActive(db: Queryable, buyer: UserId, agent: AgentId, now: Date): Promise<PurchaseRow | null> {
  const { rows } = await sql<PurchaseRow>`
    select ${columns} from purchases p ${joins}
    where p.buyer_id = ${buyer} and p.agent_id = ${agent} and ${lasts(now)} and p.starts_at <= ${now}
    order by p.ends_at desc nulls first, p.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The one that lasts longest, also when it has not begun. */
export async function findLast(db: Queryable, buyer: UserId, agent: AgentId, now: Date): Promise<PurchaseRow | null> {
  const { rows } = await sql<PurchaseRow>`
    select ${columns} from purchases p ${joins} where p.buyer_id = ${buyer} and p.agent_id = ${agent} and ${lasts(now)}
    order by p.ends_at desc nulls first, p.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface BoughtRow extends PurchaseRow {
  order_id: OrderId
  status: 'paid'
  purpose: 'agent'
  subject: OrderRow['subject']
  amount_paise: number
  refunded_paise: number
  lost_paise: number
  paid_at: Date
  invoice: { id: InvoiceId; number: string } | null
  is_asked: boolean
}

/** Of all agents, or of one. */
export interface PageOfAgent {
  agent_id?: AgentId | undefined
  limit: number
  offset: number
}

const isOf = (column: RawBuilder<unknown>, { agent_id }: PageOfAgent) =>
  agent_id === undefined ? sql`true` : sql`${column} = ${agent_id}`

/** Newest first, each with its order, its invoice and whether its money is asked back. */
export async function findPurchases(
  db: Queryable,
  buyer: UserId,
  page: PageOfAgent,
): Promise<{ rows: BoughtRow[]; total: number }> {
  const mine = sql`p.buyer_id = ${buyer} and ${isOf(sql`p.agent_id`, page)}`
  const [{ rows }, count] = await Promise.all([
    sql<BoughtRow>`
      select ${columns}, o.id as order_id, o.status, o.purpose, o.subject, o.amount_paise::float8 as amount_paise,
        o.refunded_paise::float8 as refunded_paise, ${sql.raw(LOST_PAISE)}, coalesce(o.paid_at, p.created_at) as paid_at,
        (select jsonb_build_object('id', i.id, 'number', i.number) from sales s
          join invoiced d on d.cause_type = 'sale' and d.cause_id = s.id join invoices i on i.id = d.invoice_id
          where s.order_id = o.id limit 1) as invoice,
        exists (select 1 from refunds r where r.order_id = o.id and r.status = 'requested') as is_asked
      from purchases p ${joins} join orders o on o.id = p.order_id where ${mine}
      order by p.starts_at desc, p.id desc limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from purchases p where ${mine}`.execute(db),
  ])
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export interface SpendingRow {
  agent_id: AgentId
  agent_slug: string
  agent_name: string
  agent_icon: string
  runs: number
  paise: number
  models_paise: number
  refunded_paise: number
  month_paise: number
  last_at: Date
}

/** The last used first. */
export async function findSpending(
  db: Queryable,
  buyer: UserId,
  page: PageOfAgent,
  now: Date,
): Promise<{ rows: SpendingRow[]; total: number }> {
  const taken = sql`coalesce(s.gross_paise, 0) + c.models_paise - coalesce(s.refunded_paise, 0)`
  const { rows } = await sql<SpendingRow & { total: number }>`
    select c.agent_id, a.slug as agent_slug, a.name as agent_name, a.icon as agent_icon, count(*)::int as runs,
      sum(${taken})::float8 as paise, sum(c.models_paise)::float8 as models_paise,
      coalesce(sum(s.refunded_paise), 0)::float8 as refunded_paise,
      coalesce(sum(${taken}) filter (where c.ended_at >= date_trunc('month', ${now}::timestamptz at time zone 'Asia/Kolkata')
        at time zone 'Asia/Kolkata'), 0)::float8 as month_paise,
      max(c.ended_at) as last_at, count(*) over ()::int as total
    from charges c join agents a on a.id = c.agent_id left join sales s on s.id = c.id
    where c.buyer_id = ${buyer} and ${isOf(sql`c.agent_id`, page)} and c.status in ('awaiting', 'settled', 'rejected')
      and coalesce(s.gross_paise, 0) + c.models_paise > 0
    group by c.agent_id, a.slug, a.name, a.icon order by last_at desc, c.agent_id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  return { rows, total: rows[0]?.total ?? 0 }
}

export async function findPurchase(db: Queryable, buyer: UserId, id: string): Promise<PurchaseRow | null> {
  const { rows } = await sql<PurchaseRow>`
    select ${columns} from purchases p ${joins} where p.id = ${id} and p.buyer_id = ${buyer}`.execute(db)
  return rows[0] ?? null
}

/**
 * Pins it, and the buyer's services of the agent, to the currently published version. @returns false for a foreign one,
 * an ended one, or when nothing is published
 */
export async function pinNewest(db: Queryable, buyer: UserId, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update purchases p set agent_version_id = a.current_version_id from agents a, purchases chosen
    where chosen.id = ${id} and chosen.buyer_id = ${buyer} and chosen.revoked_at is null
      and (chosen.ends_at is null or chosen.ends_at > ${now}) and a.id = chosen.agent_id and a.current_version_id is not null
      and p.buyer_id = chosen.buyer_id and p.agent_id = chosen.agent_id and ${lasts(now)}
    returning 1`.execute(db)
  return rows.length > 0
}

export interface NewPurchase {
  buyer: UserId
  agent: AgentId
  version: AgentVersionId
  kind: 'month' | 'once'
  order: string
  starts_at: Date
}

/** A month ends on the same day of the next one in India, or on its last day. */
export async function insertPurchase(tx: Queryable, purchase: NewPurchase): Promise<void> {
  const { buyer, agent, version, kind, order, starts_at } = purchase
  await sql`
    insert into purchases (buyer_id, agent_id, agent_version_id, kind, order_id, starts_at, ends_at)
    values (${buyer}, ${agent}, ${version}, ${kind}, ${order}, ${starts_at},
      case when ${kind} = 'month'
        then (${starts_at}::timestamptz at time zone 'Asia/Kolkata' + interval '1 month') at time zone 'Asia/Kolkata' end)`.execute(
    tx,
  )
}

export async function revokePurchase(tx: Queryable, order: string, now: Date): Promise<void> {
  await sql`update purchases set revoked_at = ${now} where order_id = ${order} and revoked_at is null`.execute(tx)
}

export interface EndingRow {
  id: string
  buyer_id: UserId
  agent_slug: string
  agent_name: string
  price_paise: number
  ends_at: Date
}

/** Takes months that end before `until` and whose buyers have not bought the next one; each is told of once. */
export async function takeEnding(tx: Queryable, what: 'ending' | 'ended', until: Date): Promise<EndingRow[]> {
  const told = sql.ref(what === 'ending' ? 'told_ending_at' : 'told_ended_at')
  const { rows } = await sql<EndingRow>`
    update purchases p set ${told} = now() from agents a
    where a.id = p.agent_id and p.id in (
      select d.id from purchases d where d.ends_at <= ${until} and d.revoked_at is null and d.${told} is null
      order by d.ends_at limit 200 for update skip locked
    ) returning p.id, p.buyer_id, a.slug as agent_slug, a.name as agent_name, a.price_paise::float8 as price_paise, p.ends_at`.execute(
    tx,
  )
  return rows
}

/** Whether the buyer may run it after that moment. */
export async function isContinued(db: Queryable, purchase: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from purchases p join purchases n on n.buyer_id = p.buyer_id and n.agent_id = p.agent_id and n.id <> p.id
      and n.revoked_at is null and (n.ends_at is null or n.ends_at > p.ends_at)
    where p.id = ${purchase} limit 1`.execute(db)
  return rows.length > 0
}
