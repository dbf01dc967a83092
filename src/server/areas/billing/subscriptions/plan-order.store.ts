/** What the ledger says of an order for a plan. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

export interface OrderBooks {
  /** Posted with the payment. */
  gst_paise: number
  /** Given back so far. */
  back_paise: number
}

export async function findOrderBooks(tx: Queryable, order: string): Promise<OrderBooks> {
  const { rows } = await sql<OrderBooks>`
    select coalesce(sum(e.paise) filter (where a.kind = 'gst_payable' and t.key = k.paid), 0)::float8 as gst_paise,
      coalesce(sum(e.paise) filter (where a.kind = 'refunds_due' and t.key <> k.paid), 0)::float8 as back_paise
    from (select 'order:' || ${order}::text || ':paid' as paid, 'order:' || ${order}::text || ':back:' as back) k,
      ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.cause_type = 'order' and t.cause_id = ${order} and (t.key = k.paid or starts_with(t.key, k.back))`.execute(
    tx,
  )
  return rows[0] ?? { gst_paise: 0, back_paise: 0 }
}

export async function findSubject(db: Queryable, order: string): Promise<unknown> {
  const { rows } = await sql<{ subject: unknown }>`select subject from orders where id = ${order}`.execute(db)
  return rows[0]?.subject
}

/** What upgrades that were paid, and not given back in full, took off their price because of this order, in paise. */
export async function findTakenOff(db: Queryable, order: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum((u.subject ->> 'price_paise')::bigint - u.amount_paise - u.off_paise), 0)::float8 as paise
    from orders o join orders u on u.user_id = o.user_id and u.purpose = 'plan' and u.status = 'paid'
      and u.subject -> 'before' ->> 'order_id' = o.id::text and u.refunded_paise < u.amount_paise
    where o.id = ${order}`.execute(db)
  return rows[0]?.paise ?? 0
}
