/** The SQL of money that came without an order of ours. */
import { sql } from 'kysely'
import type { RefundStatus } from '#contract/billing/payment-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface UnmatchedPaymentRow {
  payment_id: string
  gateway_payment_id: string
  /** Of the payment, as the gateway last said. */
  status: string
  paise: number
  method: string | null
  /** Why nobody has it. */
  cause: string
  received_at: Date
  /** Of its refund; null before there is one. */
  refund: RefundStatus | null
  refund_error: string | null
}

const FROM = sql.raw(`from ledger_transactions x join payments p on p.id::text = x.cause_id
  left join refunds r on r.payment_id = p.id and r.buyer_id is null where x.kind = 'unclaimed' and x.cause_type = 'payment'`)

const COLUMNS =
  sql.raw(`p.id as payment_id, p.gateway_payment_id, p.status, p.amount_paise::float8 as paise, p.method, x.note as cause,
  x.created_at as received_at, r.status as refund, r.last_error as refund_error`)

export async function findUnmatchedPayments(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: UnmatchedPaymentRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<UnmatchedPaymentRow>`select ${COLUMNS} ${FROM} order by (r.id is null) desc, x.created_at desc, p.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${FROM}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Its payment is locked: it goes back once. */
export async function lockUnmatchedPayment(tx: Queryable, payment: string): Promise<UnmatchedPaymentRow | null> {
  await sql`select 1 from payments where id = ${payment} for update`.execute(tx)
  return (await sql<UnmatchedPaymentRow>`select ${COLUMNS} ${FROM} and p.id = ${payment}`.execute(tx)).rows[0] ?? null
}
