/** The SQL of revenue, read from the entries of the ledger and the sales as they were added up by day. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Span } from './period.ts'
import { daysOf, within } from './visits.store.ts'

export interface RevenueSums {
  commission_paise: number
  plans_paise: number
  models_paise: number
  fees_paise: number
  losses_paise: number
  refunds_paise: number
}

/** What the platform earns is credited, and what it pays is debited. Refunds are counted when they are granted. */
export async function sumRevenue(db: Queryable, span: Span): Promise<(RevenueSums & { day: string })[]> {
  const { rows } = await sql<RevenueSums & { day: string }>`
    select p.day::text as day,
      coalesce(sum(m.paise) filter (where m.account = 'commission'), 0) as commission_paise,
      coalesce(sum(m.paise) filter (where m.account = 'plans'), 0) as plans_paise,
      coalesce(sum(m.paise) filter (where m.account = 'models'), 0) as models_paise,
      coalesce(-sum(m.paise) filter (where m.account = 'gateway_fees'), 0) as fees_paise,
      coalesce(-sum(m.paise) filter (where m.account = 'losses'), 0) as losses_paise,
      coalesce(sum(m.paise) filter (where m.movement = 'refund' and m.account in ('refunds_due', 'credits')), 0) as refunds_paise
    from ${daysOf(span)} left join analytics_money_days m on m.day = p.day group by p.day order by p.day`.execute(db)
  return rows
}

export interface CategoryRow {
  category: string
  sales: number
  gross_paise: number
  commission_paise: number
}

export async function sumCategories(db: Queryable, span: Span): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select category, sum(sales) as sales, sum(gross_paise) as gross_paise, sum(commission_paise) as commission_paise
    from analytics_agent_days where ${within(sql`day`, span)} group by category having sum(sales) > 0 order by 3 desc, category`.execute(
    db,
  )
  return rows
}
