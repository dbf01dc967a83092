/** The SQL that adds runs, and the accounts that make them, to the figures of their days. Days and weeks are those of India. */
import { type RawBuilder, sql } from 'kysely'
import { NEW_FOR_DAYS } from '#contract/platform/analytics-values.ts'
import { countsAsUse } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** After `from`, up to and including `to`. */
export interface Step {
  from: Date
  to: Date
}

/** The day of a moment. */
export const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'Asia/Kolkata')::date`
const weekOf = (day: RawBuilder<unknown>) => sql`date_trunc('week', ${day}::timestamp)::date`
const within = (at: RawBuilder<unknown>, { from, to }: Step) =>
  sql`${at} > ${from}::timestamptz and ${at} <= ${to}::timestamptz`

/** Who someone was at that time: `u` is their account, null for a visitor. */
export const segmentOf = (at: RawBuilder<unknown>) => sql`coalesce(u.role, 'visitor') as role,
  (u.id is null or u.created_at > ${at} - make_interval(days => ${NEW_FOR_DAYS}::int)) as is_new`

/**
 * Counts finished runs of agents by other people than their seller, also those inside other runs that were paid for, and who ran an agent
 * for the first time or came back to it on a later day. Cases of a bench and tests are no use of an agent.
 */
export async function countRuns(tx: Queryable, step: Step): Promise<void> {
  await sql`
    with done as materialized (
      select e.agent_id, a.seller_id, a.category_slug as category, analytics_person(e.agent_id, e.owner_id, e.visitor_key) as person,
        ${segmentOf(sql`e.finished_at`)}, (e.status = 'failed')::int as failed, ${dayOf(sql`e.finished_at`)} as day
      from executions e join agents a on a.id = e.agent_id left join users u on u.id = e.owner_id
      where e.agent_id is not null and ${countsAsUse} and e.finished_at is not null and ${within(sql`e.finished_at`, step)}
        and e.status in ('succeeded', 'failed') and e.trigger <> 'bench' and e.test is null
        and coalesce(e.owner_id::text, e.visitor_key) is not null and e.owner_id is distinct from a.seller_id
    ), pairs as materialized (
      select agent_id, person, seller_id, category, min(role) as role, bool_and(is_new) as is_new, min(day) as first_on,
        max(day) as last_on from done group by agent_id, person, seller_id, category
    ), changed as (
      insert into analytics_uses as u (agent_id, person, tried_on, again_on, last_on)
      select agent_id, person, first_on, case when last_on > first_on then last_on end, last_on from pairs
      on conflict (agent_id, person) do update set tried_on = coalesce(u.tried_on, excluded.tried_on),
        again_on = coalesce(u.again_on,
          case when excluded.last_on > coalesce(u.tried_on, excluded.tried_on) then excluded.last_on end),
        last_on = greatest(u.last_on, excluded.last_on)
      returning new.agent_id, new.person, new.tried_on, new.again_on, old.tried_on is null as is_first,
        old.again_on is null and new.again_on is not null as is_back
    ), added as materialized (
      select day, agent_id, seller_id, category, role, is_new, 0 as tried, 0 as again, 1 as runs, failed from done
      union all select c.tried_on, c.agent_id, p.seller_id, p.category, p.role, p.is_new, 1, 0, 0, 0
      from changed c join pairs p using (agent_id, person) where c.is_first
      union all select c.again_on, c.agent_id, p.seller_id, p.category, p.role, p.is_new, 0, 1, 0, 0
      from changed c join pairs p using (agent_id, person) where c.is_back
    ), segments as (
      insert into analytics_segment_days as d (day, category, role, is_new, tried, again, runs, failed)
      select day, category, role, is_new, sum(tried), sum(again), sum(runs), sum(failed) from added group by 1, 2, 3, 4
      on conflict (day, category, role, is_new) do update set tried = d.tried + excluded.tried, again = d.again + excluded.again,
        runs = d.runs + excluded.runs, failed = d.failed + excluded.failed
    )
    insert into analytics_agent_days as d (day, agent_id, seller_id, category, tried, again, runs, failed)
    select day, agent_id, seller_id, category, sum(tried), sum(again), sum(runs), sum(failed) from added group by 1, 2, 3, 4
    on conflict (day, agent_id) do update set tried = d.tried + excluded.tried, again = d.again + excluded.again,
      runs = d.runs + excluded.runs, failed = d.failed + excluded.failed`.execute(tx)
}

/** Counts accounts that were made, and those that started a run for the first time in a day or week. */
export async function countPeople(tx: Queryable, step: Step): Promise<void> {
  await sql`
    insert into analytics_people_days as d (day, role, is_new, signed_up)
    select ${dayOf(sql`u.created_at`)}, u.role, true, count(*) from users u where u.kind = 'person' and ${within(sql`u.created_at`, step)} group by 1, 2
    on conflict (day, role, is_new) do update set signed_up = d.signed_up + excluded.signed_up`.execute(tx)
  await sql`
    with ran as materialized (
      select distinct e.owner_id as user_id, ${dayOf(sql`e.created_at`)} as day from executions e
      where ${within(sql`e.created_at`, step)} and e.owner_id is not null and e.parent_id is null and e.trigger <> 'bench' and e.test is null
    ), first as (
      insert into analytics_active (unit, since, user_id)
      select 'day', day, user_id from ran union select 'week', ${weekOf(sql`day`)}, user_id from ran
      on conflict do nothing returning unit, since, user_id
    ), weeks as (
      insert into analytics_cohorts as c (joined_week, week, people)
      select ${weekOf(dayOf(sql`u.created_at`))}, f.since, count(*) from first f join users u on u.id = f.user_id
      where f.unit = 'week' group by 1, 2
      on conflict (joined_week, week) do update set people = c.people + excluded.people
    )
    insert into analytics_people_days as d (day, role, is_new, active)
    select f.day, f.role, f.is_new, count(*) from (
      select since as day, ${segmentOf(sql`since`)} from first join users u on u.id = first.user_id where first.unit = 'day'
    ) f group by 1, 2, 3
    on conflict (day, role, is_new) do update set active = d.active + excluded.active`.execute(tx)
}

/** Removes what is needed only while a day or week lasts, and uses of agents that nobody has come back to. */
export async function removeOldUses(tx: Queryable, now: Date, months: number): Promise<void> {
  await sql`
    delete from analytics_active where since < ${dayOf(sql`${now}::timestamptz`)} - case unit when 'day' then 2 else 15 end`.execute(
    tx,
  )
  await sql`
    delete from analytics_uses where last_on < ${dayOf(sql`${now}::timestamptz`)} - make_interval(months => ${months}::int)`.execute(
    tx,
  )
}
