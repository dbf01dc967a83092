/** The SQL of payments: what the gateway says, kept forward only. */

import { sql } from 'kysely'
import type { Json, UserId } from '#contract/core/primitives.ts'
import type { GatewayPayment } from '#server/gateways/payments/entities.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCK_SEEDS } from '#server/platform/locks/advisory-locks.ts'

export type PaymentStatus = GatewayPayment['status']

export interface PaymentRow {
  id: string
  order_id: string | null
  user_id: UserId | null
  gateway: string
  gateway_payment_id: string
  status: PaymentStatus
  amount_paise: number
  /** Anything but rupees is in no book. */
  currency: string
  method: string | null
  fee_paise: number
  error: Json
  refunded_paise: number
  created_at: Date
}

const COLUMNS = sql.raw(
  `p.id, p.order_id, p.user_id, p.gateway, p.gateway_payment_id, p.status, p.amount_paise::float8 as amount_paise, p.currency, p.method,
  p.fee_paise::float8 as fee_paise, p.error, p.refunded_paise::float8 as refunded_paise, p.created_at`,
)

/** One payment is taken over by one at a time, also while it has no row. */
export async function lockPayment(tx: Queryable, gateway: string, payment: string): Promise<PaymentRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment:${gateway}:${payment}`}, ${LOCK_SEEDS.payment}))`.execute(
    tx,
  )
  return findPayment(tx, gateway, payment)
}

export const findPayment = async (db: Queryable, gateway: string, payment: string): Promise<PaymentRow | null> =>
  (
    await sql<PaymentRow>`select ${COLUMNS} from payments p where p.gateway = ${gateway} and p.gateway_payment_id = ${payment}`.execute(
      db,
    )
  ).rows[0] ?? null

export const findPaymentById = async (db: Queryable, id: string): Promise<PaymentRow | null> =>
  (await sql<PaymentRow>`select ${COLUMNS} from payments p where p.id = ${id}`.execute(db)).rows[0] ?? null

/** The one that paid each order, or its newest attempt. */
export const findPaymentsOf = async (db: Queryable, orders: readonly string[]): Promise<PaymentRow[]> =>
  orders.length === 0
    ? []
    : (
        await sql<PaymentRow>`
          select distinct on (p.order_id) ${COLUMNS} from payments p join orders o on o.id = p.order_id
          where p.order_id = any(${orders}::uuid[]) order by p.order_id, (p.id = o.payment_id) desc nulls last, p.created_at desc, p.id desc`.execute(
          db,
        )
      ).rows

/** Whether another payment of the order is under way. */
export const hasOpenPayment = async (tx: Queryable, order: string, except: string | null): Promise<boolean> =>
  (
    await sql`select 1 from payments where order_id = ${order} and status in ('created', 'authorized')
      and gateway_payment_id is distinct from ${except} limit 1`.execute(tx)
  ).rows.length > 0

const errorOf = ({ error_code, error_description, error_reason }: GatewayPayment): Json =>
  error_code === null ? null : { code: error_code, description: error_description, reason: error_reason }

export async function savePayment(
  tx: Queryable,
  {
    gateway,
    order,
    payment,
    now,
  }: { gateway: string; order: { id: string; user_id: UserId } | null; payment: GatewayPayment; now: Date },
): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    insert into payments as p (order_id, user_id, gateway, gateway_payment_id, status, amount_paise, currency, method, fee_paise, error,
      captured_at, begun_at, created_at, updated_at)
    values (${order?.id ?? null}, ${order?.user_id ?? null}, ${gateway}, ${payment.id}, ${payment.status}, ${payment.amount},
      ${payment.currency}, ${payment.method}, ${payment.fee ?? 0}, ${JSON.stringify(errorOf(payment))}::jsonb,
      ${payment.status === 'captured' ? now : null}::timestamptz, ${payment.created_at}, ${now}, ${now})
    on conflict (gateway, gateway_payment_id) do update set status = excluded.status, method = excluded.method,
      fee_paise = greatest(p.fee_paise, excluded.fee_paise), error = excluded.error,
      captured_at = coalesce(p.captured_at, excluded.captured_at), updated_at = excluded.updated_at
    returning ${COLUMNS}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Payment upsert returned no row')
  return row
}

/**
 * Claims, of payments that are under way and of failed ones that a bank may still confirm (five days), the one that the gateway was not
 * asked about for the longest time, not since `before`.
 */
export const takeToAsk = async (
  db: Queryable,
  { gateway, before, now }: { gateway: string; before: Date; now: Date },
): Promise<{ id: string; paise: number } | null> =>
  (
    await sql<{ id: string; paise: number }>`
      update payments set asked_at = ${now} where id = (select id from payments
        where gateway = ${gateway} and status in ('created', 'authorized', 'failed')
          and created_at > ${now}::timestamptz - interval '5 days' and coalesce(asked_at, created_at) <= ${before}
        order by coalesce(asked_at, created_at), id limit 1 for update skip locked)
      returning gateway_payment_id as id, amount_paise::float8 as paise`.execute(db)
  ).rows[0] ?? null

/** Of a time, what we took as captured. */
export const findCaptured = async (db: Queryable, gateway: string, from: Date, until: Date): Promise<PaymentRow[]> =>
  (
    await sql<PaymentRow>`select ${COLUMNS} from payments p where p.gateway = ${gateway} and p.captured_at is not null
      and p.begun_at >= ${from} and p.begun_at < ${until} order by p.begun_at`.execute(db)
  ).rows

export const isOurRefund = async (db: Queryable, gateway_refund_id: string): Promise<boolean> =>
  (await sql`select 1 from refunds where gateway_refund_id = ${gateway_refund_id}`.execute(db)).rows.length > 0

/** The refund that had emptied it failed. Only a look at the gateway may say so: an event may be older than what is known. */
export async function noteRefundFailed(db: Queryable, gateway: string, payment: string): Promise<void> {
  await sql`update payments set status = 'captured', updated_at = now()
    where gateway = ${gateway} and gateway_payment_id = ${payment} and status = 'refunded'`.execute(db)
}

/** Of these orders, which are disputed and not decided. */
export async function findOpenDisputes(db: Queryable, orders: readonly string[]): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select order_id as id from disputes
    where status in ('open', 'under_review') and order_id = any(${orders}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
