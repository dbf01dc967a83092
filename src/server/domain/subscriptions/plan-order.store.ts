/** What the ledger says of an order for a plan. */
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'

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
