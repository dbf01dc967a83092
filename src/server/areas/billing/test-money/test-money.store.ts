/** The SQL of test money: what is in the books, and what it bought. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { LedgerLine } from '#server/areas/billing/ledger/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface MoneyInBooks {
  /** Test payments of which something has not been given back. */
  test: boolean
  real: boolean
  /** Of before it was noted: taken for real ones, but they keep no start with test keys from its database. */
  unknown: boolean
}

/** Asked by every start, and by a sweep: each answer is one look at an index. */
export async function findMoneyInBooks(db: Queryable): Promise<MoneyInBooks> {
  const paid = sql`from orders where status = 'paid'`
  const { rows } = await sql<MoneyInBooks>`
    select exists (select ${paid} and is_test and refunded_paise < amount_paise) as test,
      exists (select ${paid} and not is_test and gateway <> 'test' and amount_paise > 0) as real,
      exists (select ${paid} and is_test is null and gateway <> 'test' and amount_paise > 0) as unknown`.execute(db)
  return rows[0] ?? { test: false, real: false, unknown: false }
}

/** Test orders that `test` of the money in the books is about. */
export async function countTestOrders(tx: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders where is_test and status = 'paid' and refunded_paise < amount_paise`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Runs whose price is held. */
export async function countOpenCharges(tx: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from charges where status in ('held', 'running')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What sets every account to 0. */
export async function findBalancingLines(tx: Queryable): Promise<LedgerLine[]> {
  const { rows } = await sql<{ account: LedgerLine['account']; owner: UserId | null; paise: number }>`
    select a.kind as account, a.owner_id as owner, (-sum(b.paise))::float8 as paise
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
    group by a.id having sum(b.paise) <> 0 order by a.id`.execute(tx)
  return rows.map(({ owner, ...line }) => (owner === null ? line : { ...line, owner }) as LedgerLine)
}

/** People whose plan was paid with test money. */
export async function findSubscribers(tx: Queryable): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select s.user_id from subscriptions s join orders o on o.id = s.paid_order_id where s.status <> 'ended' and o.is_test
    order by s.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Everything else that was bought, sold, promised or is under way: it is over. */
export async function endEverything(tx: Queryable, now: Date): Promise<void> {
  for (const statement of [
    sql`update purchases p set revoked_at = ${now} from orders o where o.id = p.order_id and o.is_test and p.revoked_at is null`,
    sql`update sales set refunded_paise = gross_paise, released_at = coalesce(released_at, ${now}::timestamptz)`,
    sql`delete from seller_years`,
    sql`update refunds set status = case status when 'requested' then 'withdrawn' else 'processed' end, last_error = 'It was test money.'
      where status in ('requested', 'approved', 'failed')`,
    sql`update disputes set status = 'closed', decided_at = ${now} where status in ('open', 'under_review')`,
    // Also paid ones: a test payout that comes back later would give earnings.
    sql`update payouts set status = 'cancelled', ended_at = coalesce(ended_at, ${now}::timestamptz)
      where status in ('prepared', 'sent', 'paid')`,
    sql`update payout_transfers set state = 'cancelled' where state not in ('refused', 'reversed', 'failed', 'rejected')`,
    sql`update mandates set revoked_at = ${now} where revoked_at is null`,
    sql`update orders set status = 'expired' where is_test and status in ('created', 'pending', 'failed')`,
    sql`update orders set refunded_paise = amount_paise where is_test and status = 'paid'`,
    sql`delete from invoices_due`,
  ])
    await statement.execute(tx)
}
