/** The SQL of refunds. */
import { sql } from 'kysely'
import type { RefundStatus } from '#contract/billing/payment-values.ts'
import type { RefundId } from '#contract/billing/refunds.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface RefundRow {
  id: string
  order_id: string | null
  sale_id: string | null
  payment_id: string | null
  /** Null: the payer of an unmatched payment. */
  buyer_id: UserId | null
  seller_id: UserId | null
  title: string
  paise: number
  /** What of it the bank gave back in a dispute: the gateway sends the rest. */
  settled_paise: number
  origin: 'buyer' | 'seller' | 'admin' | 'platform'
  reason: string
  status: RefundStatus
  to_credits: boolean
  decided_by: UserId | null
  decision_reason: string | null
  decided_at: Date | null
  gateway_refund_id: string | null
  attempts: number
  round: number
  last_error: string | null
  processed_at: Date | null
  created_at: Date
  answer_by: Date
  escalated_at: Date | null
}

const COLUMNS = sql.raw(
  `r.id, r.order_id, r.sale_id, r.payment_id, r.buyer_id, r.seller_id, r.title, r.paise::float8 as paise,
  r.settled_paise::float8 as settled_paise, r.origin, r.reason, r.status,
  r.to_credits, r.decided_by, r.decision_reason, r.decided_at, r.gateway_refund_id, r.attempts, r.round, r.last_error, r.processed_at, r.created_at,
  r.answer_by, r.escalated_at`,
)

export type NewRefund = Pick<
  RefundRow,
  | 'id'
  | 'order_id'
  | 'sale_id'
  | 'payment_id'
  | 'buyer_id'
  | 'seller_id'
  | 'title'
  | 'paise'
  | 'origin'
  | 'reason'
  | 'to_credits'
> & { created_at: Date; answer_by: Date }

/** @returns false when a request for the same thing is open */
export async function insertRefund(tx: Queryable, refund: NewRefund): Promise<boolean> {
  const { rows } = await sql`
    insert into refunds (id, order_id, sale_id, payment_id, buyer_id, seller_id, title, paise, origin, reason, to_credits, created_at, answer_by)
    values (${refund.id}, ${refund.order_id}, ${refund.sale_id}, ${refund.payment_id}, ${refund.buyer_id}, ${refund.seller_id},
      ${refund.title}, ${refund.paise}, ${refund.origin}, ${refund.reason}, ${refund.to_credits}, ${refund.created_at}, ${refund.answer_by})
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

export const findRefund = async (db: Queryable, id: string): Promise<RefundRow | null> =>
  (await sql<RefundRow>`select ${COLUMNS} from refunds r where r.id = ${id}`.execute(db)).rows[0] ?? null

export const lockRefund = async (tx: Queryable, id: string): Promise<RefundRow | null> =>
  (await sql<RefundRow>`select ${COLUMNS} from refunds r where r.id = ${id} for update of r`.execute(tx)).rows[0] ??
  null

export const lockByGatewayRefund = async (
  tx: Queryable,
  gateway_id: string,
  receipt: string | null,
): Promise<RefundRow | null> =>
  (
    await sql<RefundRow>`select ${COLUMNS} from refunds r where r.gateway_refund_id = ${gateway_id} or r.id::text = ${receipt}
      limit 1 for update of r`.execute(tx)
  ).rows[0] ?? null

export interface Decided {
  status: RefundStatus
  paise: number
  by: UserId | null
  reason: string | null
  now: Date
}

export async function storeDecision(
  tx: Queryable,
  id: string,
  { status, paise, by, reason, now }: Decided,
): Promise<void> {
  await sql`update refunds set status = ${status}, paise = ${paise}, decided_by = ${by}, decision_reason = ${reason}, decided_at = ${now},
    next_try_at = case when ${status} = 'approved' then ${now}::timestamptz end,
    processed_at = case when ${status} = 'processed' then ${now}::timestamptz end where id = ${id}`.execute(tx)
}

/**
 * Takes what is to be handed to the gateway, for `lease_s` seconds, past what other processes are taking. A payment that a bank disputes
 * waits for its decision: the bank may give the same money back.
 */
export const takeToSend = async (db: Queryable, now: Date, limit: number, lease_s: number): Promise<RefundRow[]> =>
  (
    await sql<RefundRow>`
      update refunds r set attempts = attempts + 1, next_try_at = ${now}::timestamptz + make_interval(secs => ${lease_s})
      where id in (select w.id from refunds w where w.status = 'approved' and w.gateway_refund_id is null and w.next_try_at <= ${now}
        and not exists (select 1 from disputes d where d.payment_id = w.payment_id and d.status in ('open', 'under_review'))
        order by w.next_try_at limit ${limit} for update skip locked) returning ${COLUMNS}`.execute(db)
  ).rows

/** Claims the refund that was sent, has not ended, and that the gateway was not asked about for the longest time, not since `before`. */
export const takeToAsk = async (
  db: Queryable,
  { gateway, before, now }: { gateway: string; before: Date; now: Date },
): Promise<{ id: string; paise: number } | null> =>
  (
    await sql<{ id: string; paise: number }>`
      update refunds set asked_at = ${now} where id = (select r.id from refunds r join payments p on p.id = r.payment_id
        where p.gateway = ${gateway} and r.status = 'approved' and r.gateway_refund_id is not null
          and coalesce(r.asked_at, r.created_at) <= ${before}
        order by coalesce(r.asked_at, r.created_at) limit 1 for update of r skip locked)
      returning gateway_refund_id as id, paise::float8 as paise`.execute(db)
  ).rows[0] ?? null

/** Decided, of one payment, and not given back by the gateway: not handed over yet, or failed. Locked; the oldest first. */
export const lockUnsent = async (tx: Queryable, payment: string): Promise<RefundRow[]> =>
  (
    await sql<RefundRow>`select ${COLUMNS} from refunds r
      where r.payment_id = ${payment} and (r.status = 'failed' or (r.status = 'approved' and r.gateway_refund_id is null))
      order by r.created_at, r.id for update of r`.execute(tx)
  ).rows

/** A part of it, or all of it, went back in a dispute. */
export async function noteSettled(tx: Queryable, id: string, paise: number): Promise<void> {
  await sql`update refunds set settled_paise = settled_paise + ${paise} where id = ${id}`.execute(tx)
}

export async function noteSent(tx: Queryable, id: string, gateway_id: string): Promise<void> {
  await sql`update refunds set gateway_refund_id = ${gateway_id}, last_error = null where id = ${id}`.execute(tx)
}

export async function noteTried(
  db: Queryable,
  id: string,
  { error, next }: { error: string; next: Date },
): Promise<void> {
  await sql`update refunds set last_error = ${error}, next_try_at = ${next} where id = ${id}`.execute(db)
}

export async function endRefund(
  tx: Queryable,
  id: string,
  status: 'processed' | 'failed',
  now: Date,
  error: string | null,
): Promise<void> {
  await sql`update refunds set status = ${status}, last_error = ${error},
    processed_at = case when ${status} = 'processed' then ${now}::timestamptz end where id = ${id}`.execute(tx)
}

/** A failed one is sent again, under a new number at the gateway. */
export async function sendAgain(tx: Queryable, id: string, now: Date): Promise<void> {
  await sql`update refunds set status = 'approved', round = round + 1, gateway_refund_id = null, next_try_at = ${now}, last_error = null where id = ${id}`.execute(
    tx,
  )
}

/** Of these orders, which have an open request. */
export async function findOpenRequests(db: Queryable, orders: readonly string[]): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select order_id as id from refunds where status = 'requested' and order_id = any(${orders}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface OrderRefund {
  id: RefundId
  order_id: string
  status: RefundStatus
  paise: number
  reason: string
  created_at: Date
}

/** Of these orders, newest first. What an order paid for is refunded as the order. */
export async function findRefundsOf(db: Queryable, orders: readonly string[]): Promise<OrderRefund[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<OrderRefund>`
    select r.id, r.order_id, r.status, r.paise::float8 as paise, r.reason, r.created_at from refunds r
    where r.order_id = any(${orders}::uuid[]) order by r.created_at desc, r.id desc`.execute(db)
  return rows
}

export interface RefundQuery {
  status?: RefundStatus | undefined
  /** Those of one order, or of what it paid for. */
  order_id?: string | undefined
  limit: number
  offset: number
}

export type Whose = { buyer: UserId } | { seller: UserId } | { all: true }

export async function listRefunds(
  db: Queryable,
  whose: Whose,
  { status, order_id, limit, offset }: RefundQuery,
): Promise<{ rows: (RefundRow & { buyer_name: string | null })[]; total: number }> {
  const of =
    'buyer' in whose
      ? sql`r.buyer_id = ${whose.buyer}`
      : 'seller' in whose
        ? sql`r.seller_id = ${whose.seller}`
        : sql`true`
  const isOf =
    order_id === undefined
      ? sql`true`
      : sql`(r.order_id = ${order_id} or r.sale_id in (select s.id from sales s where s.order_id = ${order_id}))`
  const where = sql`${of} and ${isOf} and (${status ?? null}::text is null or r.status = ${status ?? null})`
  const [found, counted] = await Promise.all([
    sql<RefundRow & { buyer_name: string | null }>`
      select ${COLUMNS}, u.display_name as buyer_name from refunds r left join users u on u.id = r.buyer_id where ${where}
      order by (r.status = 'requested') desc, r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from refunds r where ${where}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Unanswered for too long, each once. */
export const takeUnanswered = async (db: Queryable, now: Date): Promise<RefundRow[]> =>
  (
    await sql<RefundRow>`update refunds r set escalated_at = ${now}
      where r.status = 'requested' and r.seller_id is not null and r.escalated_at is null and r.answer_by <= ${now}
      returning ${COLUMNS}`.execute(db)
  ).rows

export interface SaleRow {
  id: string
  buyer_id: UserId
  seller_id: UserId
  title: string
  kind: 'run' | 'month' | 'once'
  order_id: string | null
  gross_paise: number
  refunded_paise: number
  created_at: Date
}

/** By its own id, or by that of its run. */
export const findSale = async (
  db: Queryable,
  { id, execution_id }: { id: string | null; execution_id: string | null },
): Promise<SaleRow | null> =>
  (
    await sql<SaleRow>`
      select s.id, s.buyer_id, s.seller_id, a.name as title, s.kind, s.order_id, s.gross_paise::float8 as gross_paise,
        s.refunded_paise::float8 as refunded_paise, s.created_at
      from sales s join agents a on a.id = s.agent_id where s.id = ${id} or s.execution_id = ${execution_id}`.execute(
      db,
    )
  ).rows[0] ?? null

/** Who sold what an order paid for; null for the platform's own. */
export const findSellerOf = async (db: Queryable, order: string): Promise<UserId | null> =>
  (await sql<{ seller_id: UserId }>`select seller_id from sales where order_id = ${order} limit 1`.execute(db)).rows[0]
    ?.seller_id ?? null

/** What of the thing that each is of has not been given back. */
export async function findLeft(
  db: Queryable,
  rows: readonly Pick<RefundRow, 'id'>[],
): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const found = await sql<{ id: string; left_paise: number }>`
    select r.id, coalesce(o.amount_paise - o.refunded_paise, s.gross_paise - s.refunded_paise, 0)::float8 as left_paise
    from refunds r left join orders o on o.id = r.order_id left join sales s on s.id = r.sale_id where r.id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Map(found.rows.map(({ id, left_paise }) => [id, left_paise]))
}
