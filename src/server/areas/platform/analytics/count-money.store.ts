/** The SQL that adds sales and entries of the ledger to the figures of their days. Days are those of India. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { dayOf, type Step, segmentOf } from './count-runs.store.ts'

/** Counts what was sold, and who bought an agent for the first time: with or without a price, paid at once or by the run. */
export async function countSales(tx: Queryable, { from, to }: Step): Promise<void> {
  await sql`
    with sold as materialized (
      select s.buyer_id, s.agent_id, s.gross_paise, s.commission_paise, s.seller_paise, 1 as sales, s.created_at from sales s
      where s.created_at > ${from} and s.created_at <= ${to}
      union all select p.buyer_id, p.agent_id, 0, 0, 0, 0, p.created_at from purchases p
      where p.created_at > ${from} and p.created_at <= ${to}
    ), known as materialized (
      select analytics_person(s.agent_id, s.buyer_id, null) as person, s.agent_id, a.seller_id, a.category_slug as category, ${segmentOf(sql`s.created_at`)}, s.sales,
        s.gross_paise, s.commission_paise, s.seller_paise, ${dayOf(sql`s.created_at`)} as day
      from sold s join agents a on a.id = s.agent_id left join users u on u.id = s.buyer_id
    ), pairs as materialized (
      select agent_id, person, seller_id, category, min(role) as role, bool_and(is_new) as is_new, min(day) as first_on,
        max(day) as last_on from known group by agent_id, person, seller_id, category
    ), changed as (
      insert into analytics_uses as u (agent_id, person, bought_on, last_on)
      select agent_id, person, first_on, last_on from pairs
      on conflict (agent_id, person) do update set bought_on = coalesce(u.bought_on, excluded.bought_on),
        last_on = greatest(u.last_on, excluded.last_on)
      returning new.agent_id, new.person, new.bought_on, old.bought_on is null as is_first
    ), added as materialized (
      select day, agent_id, seller_id, category, role, is_new, 0 as bought, sales, gross_paise, commission_paise, seller_paise from known
      union all select c.bought_on, c.agent_id, p.seller_id, p.category, p.role, p.is_new, 1, 0, 0, 0, 0
      from changed c join pairs p using (agent_id, person) where c.is_first
    ), segments as (
      insert into analytics_segment_days as d (day, category, role, is_new, bought, sales, gross_paise)
      select day, category, role, is_new, sum(bought), sum(sales), sum(gross_paise) from added group by 1, 2, 3, 4
      on conflict (day, category, role, is_new) do update set bought = d.bought + excluded.bought, sales = d.sales + excluded.sales,
        gross_paise = d.gross_paise + excluded.gross_paise
    )
    insert into analytics_agent_days as d (day, agent_id, seller_id, category, bought, sales, gross_paise, commission_paise, seller_paise)
    select day, agent_id, seller_id, category, sum(bought), sum(sales), sum(gross_paise), sum(commission_paise), sum(seller_paise)
    from added group by 1, 2, 3, 4
    on conflict (day, agent_id) do update set bought = d.bought + excluded.bought, sales = d.sales + excluded.sales,
      gross_paise = d.gross_paise + excluded.gross_paise, commission_paise = d.commission_paise + excluded.commission_paise,
      seller_paise = d.seller_paise + excluded.seller_paise`.execute(tx)
}

export async function countLedger(tx: Queryable, { from, to }: Step): Promise<void> {
  await sql`
    insert into analytics_money_days as d (day, account, movement, paise)
    select ${dayOf(sql`t.created_at`)}, a.kind, t.kind, sum(e.paise)
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.created_at > ${from} and t.created_at <= ${to} group by 1, 2, 3
    on conflict (day, account, movement) do update set paise = d.paise + excluded.paise`.execute(tx)
}
