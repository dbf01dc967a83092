/** Many rows for the lists of money: refunds, disputes, money without an order, reports of the comparison. */
import { randomUUID } from 'node:crypto'
import type { UserId } from '#contract/core/primitives.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { TestDatabase } from './database.ts'

interface People {
  buyer: UserId
  seller: UserId
}

/** @returns the ids of the disputes, the newest first */
export async function manyMoneyRows(database: TestDatabase, { buyer, seller }: People, count = 30): Promise<string[]> {
  const { pool } = database
  const of = randomUUID().slice(0, 8)
  const { rows: orders } = await pool.query<{ id: string }>(
    `insert into orders (user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status, paid_at)
     select $1, 'credits', '{"paise":100000}', 'Credits of ₹' || 1000 + n, 100000 + n * 100, '29', 'Asha Rao', 'test', $2 || n, 'paid',
       now() - n * interval '5 hours' from generate_series(1, $3::int) n returning id`,
    [buyer, of, count],
  )
  const ids = orders.map(({ id }) => id)
  const { rows: payments } = await pool.query<{ id: string }>(
    `insert into payments (order_id, user_id, gateway, gateway_payment_id, status, amount_paise, method)
     select o, $2, 'test', 'pay_' || $3 || n, 'captured', 100000 + n * 100, 'card'
     from unnest($1::uuid[]) with ordinality as x (o, n) returning id`,
    [ids, buyer, of],
  )
  await pool.query(
    `insert into refunds (order_id, buyer_id, seller_id, title, paise, origin, reason, status, created_at, decision_reason)
     select o, $2, $3, 'Credits of ₹' || 1000 + n, case when n % 3 = 0 then 50000 else 100000 + n * 33 end, 'buyer', 'I topped up too much',
       (array['requested', 'declined', 'processed', 'failed'])[1 + n % 4], now() - n * interval '5 hours',
       case when n % 4 = 1 then 'It was spent already' end
     from unnest($1::uuid[]) with ordinality as x (o, n)`,
    [ids, buyer, seller],
  )
  const { rows: disputes } = await pool.query<{ id: string }>(
    `insert into disputes (gateway, gateway_dispute_id, payment_id, order_id, buyer_id, seller_id, paise, reason, status, respond_by, loss_paise,
      created_at, decided_at)
     select 'test', 'disp_' || $4 || n, p, o, $2, $3, 100000 + n * 100, 'credit_not_processed',
       (array['open', 'under_review', 'won', 'lost'])[1 + n % 4], now() + n * interval '1 day', case when n % 4 = 3 then 4250 else 0 end,
       now() - n * interval '5 hours', case when n % 4 > 1 then now() end
     from unnest($1::uuid[], $5::uuid[]) with ordinality as x (o, p, n) returning id`,
    [ids, buyer, seller, of, payments.map(({ id }) => id)],
  )
  await pool.query(
    `insert into reconciliations (gateway, since, until, payments, refunds, disputes, repaired, differences, created_at)
     select 'test', now() - (n + 1) * interval '1 day', now() - n * interval '1 day', 200 + n, 3, 1, n % 2,
       case when n % 3 = 0 then jsonb_build_array(jsonb_build_object('kind', 'foreign_refund', 'id', 'rfnd_' || $2 || n, 'paise', 12345, 'repaired', false))
         else '[]' end, now() - n * interval '1 day' from generate_series(1, $1::int) n`,
    [count, of],
  )
  for (let n = 0; n < count; n++) await addUnmatchedPayment(database, `${of}u${n}`, 50_000 + n * 150)
  return disputes.map(({ id }) => id)
}

/** A payment without an order of ours. */
async function addUnmatchedPayment({ pool, db }: TestDatabase, name: string, paise: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into payments (gateway, gateway_payment_id, status, amount_paise, method) values ('test', $1, 'captured', $2, 'upi') returning id`,
    [`pay_${name}`, paise],
  )
  await db.transaction().execute((tx) =>
    postToLedger(tx, {
      key: `unclaimed:${name}`,
      kind: 'unclaimed',
      cause: { type: 'payment', id: rows[0]?.id ?? '' },
      note: 'Unmatched payment',
      lines: [
        { account: 'gateway', paise: -paise },
        { account: 'unclaimed', paise },
      ],
    }),
  )
}
