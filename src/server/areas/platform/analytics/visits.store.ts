/** The SQL of visits, searches and the accounts that came back, read from what was added up by day. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Span } from './period.ts'

/** Each day of a period as `p.day`. */
export const daysOf = ({ from, to }: Span) => sql`
  (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) p`
export const within = (day: RawBuilder<unknown>, { from, to }: Span) =>
  sql`${day} between ${from}::date and ${to}::date`

export interface VisitSums {
  visits: number
  page_views: number
  signed_up: number
  active: number
}

export async function sumVisits(db: Queryable, span: Span): Promise<(VisitSums & { day: string })[]> {
  const { rows } = await sql<VisitSums & { day: string }>`
    select p.day::text as day, coalesce(e.visits, 0) as visits, coalesce(e.page_views, 0) as page_views,
      coalesce(a.signed_up, 0) as signed_up, coalesce(a.active, 0) as active
    from ${daysOf(span)} left join (
      select day, sum(events) filter (where name = 'visit') as visits, sum(events) filter (where name = 'page_view') as page_views
      from analytics_event_days where ${within(sql`day`, span)} and name in ('visit', 'page_view') group by day
    ) e on e.day = p.day left join (
      select day, sum(signed_up) as signed_up, sum(active) as active from analytics_people_days where ${within(sql`day`, span)} group by day
    ) a on a.day = p.day order by p.day`.execute(db)
  return rows
}

export interface PageRow {
  path: string
  views: number
  visits: number
}

export async function sumPages(db: Queryable, span: Span): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select path, sum(events) as views, sum(visits) as visits from analytics_event_days
    where ${within(sql`day`, span)} and name = 'page_view' group by path order by 2 desc, path`.execute(db)
  return rows
}

export interface EventRow {
  name: string
  events: number
}

export async function sumEvents(db: Queryable, span: Span): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select name, sum(events) as events from analytics_event_days
    where ${within(sql`day`, span)} and name <> 'visit' group by name order by 2 desc, name`.execute(db)
  return rows
}

export interface SearchSums {
  searches: number
  not_found: number
}

export async function sumSearches(db: Queryable, span: Span): Promise<(SearchSums & { day: string })[]> {
  const { rows } = await sql<SearchSums & { day: string }>`
    select p.day::text as day, coalesce(sum(s.searches), 0) as searches, coalesce(sum(s.not_found), 0) as not_found
    from ${daysOf(span)} left join analytics_search_days s on s.day = p.day group by p.day order by p.day`.execute(db)
  return rows
}

export interface SearchRow extends SearchSums {
  term: string
  visits: number
  total: number
}

/** Searches that enough visits made, the most frequent first, and how many there are in all, which every row says. */
export async function findSearches(
  db: Queryable,
  span: Span,
  of: { fewest_visits: number; only_not_found: boolean; limit: number; offset: number },
): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    select o.term, o.searches, o.not_found, o.visits, count(*) over () as total from (
      select term, sum(searches) as searches, sum(not_found) as not_found, sum(visits) as visits from analytics_search_days
      where ${within(sql`day`, span)} and term <> '' group by term
      having sum(visits) >= ${of.fewest_visits} and (not ${of.only_not_found}::boolean or sum(not_found) > 0)
    ) o order by case when ${of.only_not_found}::boolean then o.not_found else o.searches end desc, o.term
    limit ${of.limit} offset ${of.offset}`.execute(db)
  return rows
}

export interface JoinedRow {
  week: string
  signed_up: number
}

/** Weeks in which accounts were made, the newest last. */
export async function findJoined(db: Queryable, { from, to }: Span, most: number): Promise<JoinedRow[]> {
  const { rows } = await sql<JoinedRow>`
    select w.week, w.signed_up from (
      select date_trunc('week', day::timestamp)::date::text as week, sum(signed_up) as signed_up from analytics_people_days
      where day between date_trunc('week', ${from}::timestamp)::date and ${to}::date group by 1 having sum(signed_up) > 0
      order by 1 desc limit ${most}
    ) w order by w.week`.execute(db)
  return rows
}

export interface CohortRow {
  joined_week: string
  week: string
  people: number
}

export async function findCohorts(db: Queryable, { from, to }: Span): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    select joined_week::text as joined_week, week::text as week, people from analytics_cohorts
    where joined_week between ${from}::date and ${to}::date`.execute(db)
  return rows
}
