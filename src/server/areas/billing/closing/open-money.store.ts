/** The SQL of what has to be settled before an account is closed. */
import { sql } from 'kysely'
import type { OpenMoney } from '#contract/accounts/workspaces.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** What is open in whole paise, each kind that there is once: as a buyer and as a seller. */
export async function findOpenMoney(db: Queryable, account: UserId): Promise<OpenMoney[]> {
  const { rows } = await sql<OpenMoney>`
    with open (kind, count, paise) as (
      select 'runs', count(*), sum(price_paise + models_held_paise) from charges
      where buyer_id = ${account} and status in ('held', 'running') and price_paise + models_held_paise > 0
      union all select 'acceptance', count(*), sum(price_paise) from charges
      where (buyer_id = ${account} or seller_id = ${account}) and status = 'awaiting'
      union all select 'orders', count(*), sum(amount_paise) from orders
      where user_id = ${account} and status in ('created', 'pending', 'failed') and expires_at > now()
      union all select 'refunds', count(*), sum(paise) from refunds
      where (buyer_id = ${account} or seller_id = ${account}) and status in ('requested', 'approved')
      union all select 'disputes', count(*), sum(paise) from disputes
      where (buyer_id = ${account} or seller_id = ${account}) and status in ('open', 'under_review')
      union all select 'payouts', count(*), sum(paise) from payouts
      where seller_id = ${account} and status in ('prepared', 'sent')
      union all select 'earnings', count(*), sum(paise) from (
        select sum(b.paise) as paise from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.kind in ('earnings', 'earnings_held') and a.owner_id = ${account} group by a.id having sum(b.paise) > 0) e
    )
    select kind, count::int as count, coalesce(paise, 0)::float8 as paise from open where count > 0`.execute(db)
  return rows
}
