/** The SQL of orders. */
import { sql } from 'kysely'
import type { Buyable, GatewayName, OrderStatus } from '#contract/billing/payment-values.ts'
import type { AgentId, Json, UserId } from '#contract/core/primitives.ts'
import { addressOfPerson, isPersonProven } from '#server/areas/accounts/accounts.ts'
import { isDeleted } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface OrderRow {
  id: string
  user_id: UserId
  purpose: Buyable
  subject: Json
  title: string
  amount_paise: number
  /** Taken off by a coupon; `amount_paise` is what is left to pay. */
  off_paise: number
  coupon_code: string | null
  currency: 'INR'
  state_code: string
  gstin: string | null
  billing_name: string
  billing_address: string
  gateway: GatewayName
  gateway_order_id: string | null
  receipt: string
  status: OrderStatus
  idempotency_key: string | null
  paid_at: Date | null
  refunded_paise: number
  /** What a bank has taken back of it at our cost: that part cannot be refunded again. */
  lost_paise: number
  /** The payment that paid it. */
  payment_id: string | null
  created_at: Date
  expires_at: Date
}

/** See `OrderRow`; of the order `o`. */
export const LOST_PAISE =
  '(select coalesce(sum(d.loss_paise), 0) from disputes d where d.order_id = o.id)::float8 as lost_paise'

const COLUMNS = sql.raw(
  `o.id, o.user_id, o.purpose, o.subject, o.title, o.amount_paise::float8 as amount_paise,
  o.off_paise::float8 as off_paise, o.coupon_code, o.currency, o.state_code, o.gstin,
  o.billing_name, o.billing_address, o.gateway, o.gateway_order_id, o.receipt, o.status, o.idempotency_key, o.paid_at,
  o.refunded_paise::float8 as refunded_paise, ${LOST_PAISE}, o.payment_id, o.created_at, o.expires_at`,
)

export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'user_id'
  | 'purpose'
  | 'subject'
  | 'title'
  | 'amount_paise'
  | 'state_code'
  | 'gstin'
  | 'billing_name'
  | 'billing_address'
  | 'gateway'
  | 'receipt'
  | 'idempotency_key'
  | 'created_at'
  | 'expires_at'
> & {
  /** No money moves at its gateway. */
  is_test: boolean
  /** By the mailbox, not by the account. */
  person_key?: string
  coupon?: { id: string; code: string; off_paise: number } | null
}

/** @returns false when the buyer has an order with this key already */
export async function insertOrder(db: Queryable, order: NewOrder): Promise<boolean> {
  const { coupon = null, person_key = null } = order
  const { rows } = await sql`
    insert into orders (id, user_id, purpose, subject, title, amount_paise, state_code, gstin, billing_name, billing_address, gateway,
      receipt, idempotency_key, created_at, expires_at, person_key, coupon_id, coupon_code, off_paise, is_test)
    values (${order.id}, ${order.user_id}, ${order.purpose}, ${JSON.stringify(order.subject)}::jsonb, ${order.title},
      ${order.amount_paise}, ${order.state_code}, ${order.gstin}, ${order.billing_name}, ${order.billing_address}, ${order.gateway},
      ${order.receipt}, ${order.idempotency_key}, ${order.created_at}, ${order.expires_at},
      ${person_key}, ${coupon?.id ?? null}, ${coupon?.code ?? null}, ${coupon?.off_paise ?? 0}, ${order.is_test})
    on conflict (user_id, idempotency_key) do nothing returning id`.execute(db)
  return rows.length > 0
}

const one = async (db: Queryable, where: ReturnType<typeof sql>): Promise<OrderRow | null> =>
  (await sql<OrderRow>`select ${COLUMNS} from orders o where ${where}`.execute(db)).rows[0] ?? null

export const findOrder = (db: Queryable, id: string): Promise<OrderRow | null> => one(db, sql`o.id = ${id}`)

export const findByKey = (db: Queryable, user: UserId, key: string): Promise<OrderRow | null> =>
  one(db, sql`o.user_id = ${user} and o.idempotency_key = ${key}`)

export const findByGatewayId = (db: Queryable, gateway_id: string): Promise<OrderRow | null> =>
  one(db, sql`o.gateway_order_id = ${gateway_id}`)

/** What is decided about an order is decided one after the other. */
export const lockOrder = (tx: Queryable, id: string): Promise<OrderRow | null> =>
  one(tx, sql`o.id = ${id} for update of o`)

export const lockByGatewayId = (tx: Queryable, gateway_id: string): Promise<OrderRow | null> =>
  one(tx, sql`o.gateway_order_id = ${gateway_id} for update of o`)

/** The first that is noted stays. @returns what the order has at the gateway */
export async function noteGatewayOrder(db: Queryable, id: string, gateway_id: string): Promise<string | null> {
  const { rows } = await sql<{ gateway_order_id: string }>`
    update orders set gateway_order_id = coalesce(gateway_order_id, ${gateway_id}) where id = ${id} returning gateway_order_id`.execute(
    db,
  )
  return rows[0]?.gateway_order_id ?? null
}

export async function setStatus(tx: Queryable, id: string, status: OrderStatus): Promise<void> {
  await sql`update orders set status = ${status} where id = ${id} and status <> 'paid'`.execute(tx)
}

/** @param payment null: there was nothing to pay */
export async function markPaid(tx: Queryable, id: string, payment: string | null, now: Date): Promise<void> {
  await sql`update orders set status = 'paid', payment_id = ${payment}, paid_at = ${now}, fulfilled_at = ${now} where id = ${id}`.execute(
    tx,
  )
}

/** Cannot be paid from now on: what is begun later goes back. */
export async function closeOrderAt(tx: Queryable, id: string, now: Date): Promise<void> {
  await sql`update orders set status = 'expired', expires_at = least(expires_at, ${now}) where id = ${id} and status <> 'paid'`.execute(
    tx,
  )
}

/** Own orders that wait for their payment with a place of this coupon, but for one. */
export const findWaiting = async (db: Queryable, user: UserId, coupon: string, but: string): Promise<OrderRow[]> =>
  (
    await sql<OrderRow>`select ${COLUMNS} from orders o join coupon_redemptions r on r.order_id = o.id
      where r.coupon_id = ${coupon} and r.state = 'held' and o.user_id = ${user}
        and o.idempotency_key is distinct from ${but}`.execute(db)
  ).rows

export async function noteRefunded(tx: Queryable, id: string, refunded_paise: number): Promise<void> {
  await sql`update orders set refunded_paise = ${refunded_paise} where id = ${id}`.execute(tx)
}

export interface Page {
  limit: number
  offset: number
}

export async function listOrders(
  db: Queryable,
  user: UserId,
  { status, limit, offset }: Page & { status?: OrderStatus | undefined },
): Promise<{ rows: OrderRow[]; total: number }> {
  const where = sql`o.user_id = ${user} and (${status ?? null}::text is null or o.status = ${status ?? null})`
  const [found, counted] = await Promise.all([
    sql<OrderRow>`select ${COLUMNS} from orders o where ${where} order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from orders o where ${where}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Those of one buyer, newest first; counted up to 10,000. */
export async function findOrdersOf(
  db: Queryable,
  user: UserId,
  { limit, offset }: Page,
): Promise<{ rows: OrderRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<OrderRow>`select ${COLUMNS} from orders o where o.user_id = ${user}
      order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from (
      select 1 from orders o where o.user_id = ${user} limit 10000) counted`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Of all orders of one buyer, in paise. */
export async function sumOrdersOf(
  db: Queryable,
  user: UserId,
): Promise<{ paid_paise: number; refunded_paise: number }> {
  const { rows } = await sql<{ paid_paise: number; refunded_paise: number }>`
    select coalesce(sum(o.amount_paise), 0)::float8 as paid_paise, coalesce(sum(o.refunded_paise), 0)::float8 as refunded_paise
    from orders o where o.user_id = ${user} and o.status = 'paid'`.execute(db)
  return rows[0] ?? { paid_paise: 0, refunded_paise: 0 }
}

/** Not paid and past their time, the longest first. */
export const findOverdue = async (db: Queryable, now: Date, limit: number): Promise<OrderRow[]> =>
  (
    await sql<OrderRow>`select ${COLUMNS} from orders o where o.status in ('created', 'pending', 'failed') and o.expires_at < ${now}
      order by o.expires_at limit ${limit}`.execute(db)
  ).rows

export interface Buyer {
  /** Where mail to the account goes. */
  email: string
  /** Of the person who buys, or who made the workspace that does. */
  person_email: string
  /** Whether that one is proven. */
  is_verified: boolean
  display_name: string
}

/** Null once the account is deleted. */
export const findBuyer = async (db: Queryable, id: UserId): Promise<Buyer | null> =>
  (
    await sql<Buyer>`select u.email::text as email, ${addressOfPerson('u')} as person_email,
      ${isPersonProven('u')} as is_verified, u.display_name from users u where u.id = ${id} and not ${isDeleted}`.execute(
      db,
    )
  ).rows[0] ?? null

/** How the buyer's newest order was billed. */
export const findLastBilling = async (db: Queryable, user: UserId) =>
  (
    await sql<Pick<OrderRow, 'billing_name' | 'billing_address' | 'state_code' | 'gstin'>>`
      select billing_name, billing_address, state_code, gstin from orders where user_id = ${user}
      order by created_at desc limit 1`.execute(db)
  ).rows[0] ?? null

/** The agents that orders buy. */
export async function findAgentsOf(
  db: Queryable,
  orders: readonly string[],
): Promise<{ order_id: string; id: AgentId; slug: string; name: string }[]> {
  const { rows } = await sql<{ order_id: string; id: AgentId; slug: string; name: string }>`
    select o.id as order_id, a.id, a.slug, a.name from orders o join agents a on a.id = (o.subject ->> 'agent_id')::uuid
    where o.id = any(${orders}::uuid[]) and o.purpose = 'agent'`.execute(db)
  return rows
}
