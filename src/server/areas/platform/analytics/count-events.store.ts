/** The SQL that adds analytics events to the figures of their days. Days are those of India. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { dayOf } from './count-runs.store.ts'

/** Of these it is told apart in how many visits they happened. */
const visited = sql`('page_view', 'agent_view', 'search')`

export interface CountedEvents {
  events: number
  last: number
  /** When the last one came; null when there was none. */
  until: Date | null
}

/**
 * Counts the next events in the order of their numbers, and stops before one that came after `until`: an earlier number may
 * not be visible yet.
 * @returns how many, and the last one of them
 */
export async function countEvents(
  tx: Queryable,
  { after, until, most }: { after: number; until: Date; most: number },
): Promise<CountedEvents> {
  const before = sql`o.id <= ${after} and ${dayOf(sql`o.at`)} = s.day`
  const { rows } = await sql<CountedEvents>`
    with next as materialized (
      select id, name, analytics_key(name, params) as key, params, session_id, ${dayOf(sql`at`)} as day, received_at
      from analytics_events where id > ${after} order by id limit ${most}
    ), batch as materialized (
      select * from next where id < coalesce((select min(id) from next where received_at > ${until}), ${Number.MAX_SAFE_INTEGER}::bigint)
    ), seen as materialized (
      select distinct s.session_id, s.day, s.name, s.key from batch s where s.name in ${visited}
    ), fresh as materialized (
      select * from seen s where not exists (select from analytics_events o where o.session_id = s.session_id and o.name = s.name
        and o.name in ${visited} and analytics_key(o.name, o.params) = s.key and ${before})
    ), begun as (
      select distinct s.session_id, s.day from seen s where s.name = 'page_view' and not exists (
        select from analytics_events o where o.session_id = s.session_id and o.name = 'page_view' and ${before})
    ), days as (
      insert into analytics_event_days as d (day, name, path, events, visits)
      select c.day, c.name, c.path, sum(c.events), sum(c.visits) from (
        select day, name, case name when 'page_view' then key else '' end as path, 1 as events, 0 as visits from batch
        union all select day, name, key, 0, 1 from fresh where name = 'page_view'
        union all select day, 'visit', '', 1, 0 from begun
      ) c group by 1, 2, 3
      on conflict (day, name, path) do update set events = d.events + excluded.events, visits = d.visits + excluded.visits
    ), searches as (
      insert into analytics_search_days as d (day, term, searches, visits, not_found)
      select c.day, c.term, sum(c.searches), sum(c.visits), sum(c.not_found) from (
        select day, key as term, 1 as searches, 0 as visits, coalesce((params ->> 'results' = '0')::int, 0) as not_found from batch where name = 'search'
        union all select day, key, 0, 1, 0 from fresh where name = 'search'
      ) c group by 1, 2
      on conflict (day, term) do update set searches = d.searches + excluded.searches, visits = d.visits + excluded.visits,
        not_found = d.not_found + excluded.not_found
    ), agents as (
      insert into analytics_agent_days as d (day, agent_id, seller_id, category, views, visits)
      select c.day, a.id, a.seller_id, a.category_slug, sum(c.views), sum(c.visits) from (
        select day, key, 1 as views, 0 as visits from batch where name = 'agent_view'
        union all select day, key, 0, 1 from fresh where name = 'agent_view'
      ) c join agents a on a.id::text = c.key group by 1, 2, 3, 4
      on conflict (day, agent_id) do update set views = d.views + excluded.views, visits = d.visits + excluded.visits
    )
    select count(*) as events, coalesce(max(id), ${after}::bigint) as last, max(received_at) as until from batch`.execute(
    tx,
  )
  return rows[0] ?? { events: 0, last: after, until: null }
}

/** Adds searches of a day that hardly anyone made to those without words. A day keeps its most frequent ones. */
export async function foldRareSearches(
  tx: Queryable,
  day: string,
  { fewest_visits, most }: { fewest_visits: number; most: number },
): Promise<void> {
  await sql`
    with kept as (
      select term from (
        select s.term, row_number() over (order by sum(s.visits) desc, s.term) as place from analytics_search_days s
        where s.day between ${day}::date - 7 and ${day}::date + 7
          and exists (select from analytics_search_days o where o.day = ${day}::date and o.term = s.term)
        group by s.term having sum(s.visits) >= ${fewest_visits}
      ) ranked where place <= ${most}
    ), gone as (
      delete from analytics_search_days s where s.day = ${day}::date and s.term <> ''
        and not exists (select from kept k where k.term = s.term) returning s.searches, s.visits, s.not_found
    )
    insert into analytics_search_days as d (day, term, searches, visits, not_found)
    select ${day}::date, '', sum(searches), sum(visits), sum(not_found) from gone having count(*) > 0
    on conflict (day, term) do update set searches = d.searches + excluded.searches, visits = d.visits + excluded.visits,
      not_found = d.not_found + excluded.not_found`.execute(tx)
}
