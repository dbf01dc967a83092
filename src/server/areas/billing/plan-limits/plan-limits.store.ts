/** The SQL of what plans limit. */
import { type RawBuilder, sql } from 'kysely'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** A plan, and what is used of it. */
export interface PlanRow {
  /** Runs the installation: no plan counts. */
  exempt: boolean
  plan_id: string | null
  plan_name: string | null
  agent_limit: number | null
  storage_bytes: number | null
  api_calls: number | null
  seats: number | null
  /** Services that take a slot of the plan: all of them, and those that run. */
  services: number
  running: number
  /** Services that a bought agent brings its own slot for. */
  included: number
  /** Of all files. In a transaction that added some it is right until the end: nobody else adds any meanwhile. */
  bytes_used: number
}

/** The live plan of a user: at most one, and only as long as it holds. */
const held = (now: Date) => sql`
  left join subscriptions s on s.user_id = u.id and s.status <> 'ended' and s.access_until > ${now}::timestamptz
  left join plan_versions v on v.id = s.version_id`
/**
 * Services that need no slot of the plan: for each agent that was bought and can still be used, the oldest service of it.
 * @param only restricts which services compete, e.g. to those that run
 */
const includedServices = (user: RawBuilder<unknown>, now: Date, only: RawBuilder<boolean> = sql`true`) => sql`
  select distinct on (i.agent_id) i.id from services i
  where i.owner_id = ${user} and ${only} and exists (
    select 1 from purchases p where p.buyer_id = i.owner_id and p.agent_id = i.agent_id and p.revoked_at is null
      and p.starts_at <= ${now} and (p.ends_at is null or p.ends_at > ${now}))
  order by i.agent_id, i.created_at, i.id`
const runs = sql<boolean>`i.status = 'running'`
const isExempt = sql`u.role in ('admin', 'super_admin')`

export async function findPlan(db: Queryable, user: UserId, now: Date): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select ${isExempt} as exempt, v.plan_id, v.name as plan_name, v.agent_limit, v.storage_bytes::float8 as storage_bytes,
      v.api_calls, v.seats, d.services - k.included as services, d.running - k.included_running as running, k.included, coalesce((select f.bytes from storage_used f where f.user_id = u.id), 0)::float8 as bytes_used
    from users u ${held(now)}, lateral (
      select count(*)::int as services, (count(*) filter (where o.status = 'running'))::int as running
      from services o where o.owner_id = u.id
    ) d, lateral (
      select (select count(*)::int from (${includedServices(sql`u.id`, now)}) n) as included,
        (select count(*)::int from (${includedServices(sql`u.id`, now, runs)}) n) as included_running
    ) k where u.id = ${user}`.execute(db)
  return rows[0] ?? null
}

export type MeteredRow = Omit<PlanRow, 'services' | 'running' | 'included'> & { calls: number }

/** A plan with what grows by use alone: files, and calls of this month. */
export async function findMetered(db: Queryable, user: UserId, month: string, now: Date): Promise<MeteredRow | null> {
  const { rows } = await sql<MeteredRow>`/* prepare */
    select ${isExempt} as exempt, v.plan_id, v.name as plan_name, v.agent_limit, v.storage_bytes::float8 as storage_bytes,
      v.api_calls, v.seats, coalesce((select f.bytes from storage_used f where f.user_id = u.id), 0)::float8 as bytes_used,
      coalesce((select c.calls from api_calls c where c.user_id = u.id and c.month = ${month}::date), 0) as calls
    from users u ${held(now)} where u.id = ${user}`.execute(db)
  return rows[0] ?? null
}

export async function findCalls(db: Queryable, user: UserId, month: string): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select calls from api_calls where user_id = ${user} and month = ${month}::date`.execute(db)
  return rows[0]?.calls ?? 0
}

/**
 * Counts up to `wanted` calls in one statement: never past the limit of the plan, however many processes count at once.
 * @returns how many were counted, and the limit; null for unlimited
 */
export async function takeCalls(
  db: Queryable,
  user: UserId,
  { wanted, month, now, free }: { wanted: number; month: string; now: Date; free: number },
): Promise<{ taken: number; limit: number | null }> {
  const { rows } = await sql<{ taken: number; most: number | null }>`
    with held as (
      select case when ${isExempt} then null when s.id is null then ${free}::int else v.api_calls end as most
      from users u ${held(now)} where u.id = ${user}
    )
    insert into api_calls as c (user_id, month, calls)
    select ${user}::uuid, ${month}::date, least(${wanted}::int, coalesce(most, ${wanted}::int)) from held
    on conflict (user_id, month) do update set
      calls = greatest(c.calls, least(c.calls + ${wanted}::int, coalesce((select most from held), c.calls + ${wanted}::int)))
    returning new.calls - coalesce(old.calls, 0) as taken, (select most from held) as most`.execute(db)
  return { taken: rows[0]?.taken ?? 0, limit: rows[0]?.most ?? null }
}

/** Whether the user has bought the agent and none of its services uses the slot that the purchase includes. */
export async function hasIncludedSlot(
  tx: Queryable,
  user: UserId,
  agent: AgentId,
  { running, now }: { running: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select exists (
      select 1 from purchases p where p.buyer_id = ${user} and p.agent_id = ${agent} and p.revoked_at is null
        and p.starts_at <= ${now} and (p.ends_at is null or p.ends_at > ${now})
    ) and not exists (
      select 1 from services s where s.owner_id = ${user} and s.agent_id = ${agent} and (not ${running} or s.status = 'running')
    ) as free`.execute(tx)
  return rows[0]?.free === true
}

/** Pauses the newest of what runs beyond a limit; services that a bought agent includes keep running. @returns the names of the paused */
export async function pauseBeyond(tx: Queryable, user: UserId, most: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update services set status = 'paused', updated_at = now() where id in (
      select id from services where owner_id = ${user} and status = 'running'
        and id not in (select n.id from (${includedServices(sql`${user}::uuid`, now, runs)}) n) order by created_at, id offset ${most})
    returning name`.execute(tx)
  return rows.map(({ name }) => name)
}
