/** The SQL of what people do with agents, read from what was added up by day. */
import { type RawBuilder, sql } from 'kysely'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import type { AGENT_SORTS, SELLER_SORTS } from '#contract/platform/analytics-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Span } from './period.ts'
import { daysOf, within } from './visits.store.ts'

export interface Slice {
  limit: number
  offset: number
}

export interface Segment {
  category: string | null
  role: string | null
  is_new: boolean | null
}

export interface StepSums {
  seen: number
  tried: number
  bought: number
  again: number
}

export async function sumSteps(
  db: Queryable,
  span: Span,
  { category, role, is_new }: Segment,
): Promise<(StepSums & { day: string })[]> {
  const { rows } = await sql<StepSums & { day: string }>`
    select p.day::text as day, coalesce(v.seen, 0) as seen, coalesce(s.tried, 0) as tried, coalesce(s.bought, 0) as bought,
      coalesce(s.again, 0) as again
    from ${daysOf(span)} left join (
      select day, sum(visits) as seen from analytics_agent_days
      where ${within(sql`day`, span)} and (${category}::text is null or category = ${category}) group by day
    ) v on v.day = p.day left join (
      select day, sum(tried) as tried, sum(bought) as bought, sum(again) as again from analytics_segment_days
      where ${within(sql`day`, span)} and (${category}::text is null or category = ${category}) and (${role}::text is null or role = ${role})
        and (${is_new}::boolean is null or is_new = ${is_new}) group by day
    ) s on s.day = p.day order by p.day`.execute(db)
  return rows
}

export interface AgentSums {
  views: number
  visits: number
  tried: number
  bought: number
  again: number
  runs: number
  failed: number
  sales: number
  gross_paise: number
}

const agentSums =
  sql.raw(`coalesce(sum(views), 0) as views, coalesce(sum(visits), 0) as visits, coalesce(sum(tried), 0) as tried,
  coalesce(sum(bought), 0) as bought, coalesce(sum(again), 0) as again, coalesce(sum(runs), 0) as runs, coalesce(sum(failed), 0) as failed,
  coalesce(sum(sales), 0) as sales, coalesce(sum(gross_paise), 0) as gross_paise`)

export interface AgentRow extends AgentSums {
  id: AgentId
  slug: string | null
  name: string | null
  category: string
  seller: string
  total: number
}

const AGENT_ORDER: Record<(typeof AGENT_SORTS)[number], RawBuilder<unknown>> = {
  views: sql`f.views`,
  tried: sql`f.tried`,
  bought: sql`f.bought`,
  again: sql`f.again`,
  runs: sql`f.runs`,
  failed: sql`f.failed`,
  gross_paise: sql`f.gross_paise`,
}

/** Agents with figures in the period, and how many there are in all, which every row says. */
export async function findAgents(
  db: Queryable,
  span: Span,
  of: { category: string | null; seller: UserId | null; sort: (typeof AGENT_SORTS)[number] } & Slice,
): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select f.agent_id as id, a.slug, a.name, coalesce(a.category_slug, f.category) as category, coalesce(u.display_name, '') as seller,
      f.views, f.visits, f.tried, f.bought, f.again, f.runs, f.failed, f.sales, f.gross_paise, f.total
    from (
      select agent_id, max(category) as category, any_value(seller_id) as seller_id, ${agentSums}, count(*) over () as total
      from analytics_agent_days where ${within(sql`day`, span)} and (${of.category}::text is null or category = ${of.category})
        and (${of.seller}::uuid is null or seller_id = ${of.seller}) group by agent_id
    ) f left join agents a on a.id = f.agent_id left join users u on u.id = f.seller_id
    order by ${AGENT_ORDER[of.sort]} desc, f.views desc, f.agent_id limit ${of.limit} offset ${of.offset}`.execute(db)
  return rows
}

export async function sumOwnAgents(
  db: Queryable,
  span: Span,
  seller: UserId,
): Promise<(AgentSums & { day: string })[]> {
  const { rows } = await sql<AgentSums & { day: string }>`
    select p.day::text as day, ${agentSums} from ${daysOf(span)} left join analytics_agent_days d on d.day = p.day and d.seller_id = ${seller}
    group by p.day order by p.day`.execute(db)
  return rows
}

export interface SellerRow {
  id: UserId
  display_name: string
  agents: number
  views: number
  tried: number
  runs: number
  failed: number
  sales: number
  gross_paise: number
  commission_paise: number
  seller_paise: number
  total: number
}

const SELLER_ORDER: Record<(typeof SELLER_SORTS)[number], RawBuilder<unknown>> = {
  gross_paise: sql`f.gross_paise`,
  sales: sql`f.sales`,
  runs: sql`f.runs`,
  tried: sql`f.tried`,
  views: sql`f.views`,
}

export async function findSellers(
  db: Queryable,
  span: Span,
  of: { category: string | null; sort: (typeof SELLER_SORTS)[number] } & Slice,
): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    select u.id, u.display_name, f.agents, f.views, f.tried, f.runs, f.failed, f.sales, f.gross_paise, f.commission_paise,
      f.seller_paise, f.total
    from (
      select seller_id, count(*) as agents, sum(views) as views, sum(tried) as tried, sum(runs) as runs, sum(failed) as failed,
        sum(sales) as sales, sum(gross_paise) as gross_paise, sum(commission_paise) as commission_paise,
        sum(seller_paise) as seller_paise, count(*) over () as total
      from (
        select any_value(seller_id) as seller_id, sum(views) as views, sum(tried) as tried, sum(runs) as runs, sum(failed) as failed,
          sum(sales) as sales, sum(gross_paise) as gross_paise, sum(commission_paise) as commission_paise, sum(seller_paise) as seller_paise
        from analytics_agent_days where ${within(sql`day`, span)} and (${of.category}::text is null or category = ${of.category})
        group by agent_id
      ) of_agents group by seller_id
    ) f join users u on u.id = f.seller_id
    order by ${SELLER_ORDER[of.sort]} desc, f.runs desc, u.id limit ${of.limit} offset ${of.offset}`.execute(db)
  return rows
}
