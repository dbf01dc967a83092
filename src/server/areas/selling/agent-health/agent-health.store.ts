/** The SQL of how agents stand: when the platform was up, checks of what is sold, hours in which an agent gave nothing. */
import { sql } from 'kysely'
import type { AgentId, AgentVersionId, UserId, WorkflowVersionId } from '#contract/core/primitives.ts'
import { countsAsUse, isHouse, publicStatus } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Longer than the 30 days that are told, so that a clock that jumps loses nothing. */
const KEPT_DAYS = 40

/** This minute the platform is up: its database is written to. */
export async function recordUptimeMinute(db: Queryable): Promise<void> {
  await sql`
    insert into platform_hours as p (hour, minutes)
    values (date_trunc('hour', now()), set_bit(repeat('0', 60)::bit(60), extract(minute from now())::int, 1))
    on conflict (hour) do update set minutes = p.minutes | excluded.minutes`.execute(db)
}

export async function deleteOldHours(db: Queryable): Promise<void> {
  const old = sql`now() - make_interval(days => ${KEPT_DAYS})`
  await sql`delete from platform_hours where hour < ${old}`.execute(db)
  await sql`delete from agent_down_hours where hour < ${old}`.execute(db)
}

/**
 * Hours, this one and the last, in which all runs of an agent failed: at least three ended, of at least two accounts
 * other than its seller's. Visitors don't count, because one person can pose as any number of them. A successful run
 * later in the hour reverses it.
 */
export async function recordFailedHours(db: Queryable): Promise<void> {
  await sql`
    with runs as (
      select e.agent_id, date_trunc('hour', e.finished_at) as hour, bool_or(e.status = 'succeeded') as worked,
        count(*) >= 3 and count(distinct e.owner_id) >= 2 as enough
      from executions e join agents a on a.id = e.agent_id
      where e.agent_id is not null and ${countsAsUse} and e.finished_at >= date_trunc('hour', now()) - interval '1 hour'
        and e.status in ('succeeded', 'failed') and e.trigger <> 'bench' and e.owner_id is not null and e.owner_id <> a.seller_id
      group by 1, 2
    ), back as (
      delete from agent_down_hours d using runs r
      where d.agent_id = r.agent_id and d.hour = r.hour and r.worked and d.cause = 'runs'
    )
    insert into agent_down_hours (agent_id, hour, cause) select agent_id, hour, 'runs' from runs where enough and not worked
    on conflict do nothing`.execute(db)
}

export interface DueRow {
  agent_id: AgentId
  name: string
  seller_id: UserId
  is_house: boolean
  version_id: AgentVersionId
  workflow_version_id: WorkflowVersionId
  samples: unknown
  permissions: unknown
  /** A run of it costs nothing and reaches nobody. */
  harmless: boolean
  document: unknown
  document_hash: string
  /** When it last had its turn, whether or not a check came of it. */
  looked_at: Date | null
  /** The run that its last check is of. */
  checked_run: string | null
}

/**
 * Versions that are sold and were not checked for a day, those that failed for an hour. What passed when it was submitted was checked
 * then. Those looked at longest ago go first: one whose run does not end keeps no other from its check.
 */
export async function findDueListings(db: Queryable, limit: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select a.id as agent_id, a.name, a.seller_id, ${isHouse} as is_house, v.id as version_id, v.workflow_version_id, v.samples,
      v.permissions, not v.uses_model and not v.sends_out as harmless, w.document, w.content_hash as document_hash,
      t.looked_at, t.checked_run
    from agents a join users u on u.id = a.seller_id join agent_versions v on v.id = a.current_version_id
    join workflow_versions w on w.id = v.workflow_version_id
    left join agent_checks c on c.agent_id = a.id and c.version_id = v.id
    left join agent_check_turns t on t.agent_id = a.id
    where ${publicStatus} in ('published', 'deprecated')
      and coalesce(c.checked_at, (select max(r.ran_at) from agent_version_runs r where r.agent_version_id = v.id), v.created_at)
        < now() - case when c.state = 'failed' then interval '1 hour' else interval '1 day' end
    order by greatest(c.checked_at, t.looked_at) nulls first, a.id limit ${limit}`.execute(db)
  return rows
}

/** Notes that a listing has its turn. */
export async function noteLookedAt(db: Queryable, agent: AgentId): Promise<void> {
  await sql`insert into agent_check_turns (agent_id, looked_at) values (${agent}, now())
    on conflict (agent_id) do update set looked_at = now()`.execute(db)
}

/** What a check found. */
interface Found {
  state: 'passed' | 'failed' | null
  reason: string | null
  ms: number | null
  high: number
  medium: number
  low: number
  intact: boolean
}

export interface Check extends Found {
  agent: AgentId
  version: AgentVersionId
  /** The run of its first sample. */
  run: string | null
}

/** Keeps the newest check; the hour of one that failed is one in which the agent gave nothing. */
export async function storeCheck(tx: Queryable, check: Check): Promise<void> {
  const { agent, version, state, reason, ms, high, medium, low, intact, run } = check
  await sql`
    insert into agent_checks (agent_id, version_id, checked_at, state, reason, ms, high, medium, low, intact)
    values (${agent}, ${version}, now(), ${state}, ${reason}, ${ms}, ${high}, ${medium}, ${low}, ${intact})
    on conflict (agent_id) do update set version_id = excluded.version_id, checked_at = excluded.checked_at, state = excluded.state,
      reason = excluded.reason, ms = excluded.ms, high = excluded.high, medium = excluded.medium, low = excluded.low,
      intact = excluded.intact`.execute(tx)
  await sql`update agent_check_turns set checked_run = ${run} where agent_id = ${agent}`.execute(tx)
  if (state === 'failed')
    await sql`insert into agent_down_hours (agent_id, hour, cause) values (${agent}, date_trunc('hour', now()), 'check')
      on conflict do nothing`.execute(tx)
}

export interface Uptime {
  since: Date
  hours: number
  /** From 0 to 1; null before the first whole hour. */
  up: number | null
  down_hours: number
}

/** Of the whole hours of 30 days, from when it was published and the platform began to look. */
export async function findUptime(db: Queryable, agent: AgentId): Promise<Uptime | null> {
  const { rows } = await sql<Uptime>`
    with span as (
      select greatest(now() - interval '30 days', a.published_at, (select min(hour) from platform_hours)) as since
      from agents a where a.id = ${agent} and a.published_at is not null
    ), hours as (
      select h.hour from span, generate_series(date_trunc('hour', since) + interval '1 hour',
        date_trunc('hour', now()) - interval '1 hour', interval '1 hour') as h (hour)
    )
    select span.since, count(h.hour)::int as hours, count(d.hour)::int as down_hours,
      avg(case when d.hour is not null then 0 else coalesce(bit_count(p.minutes), 0) / 60.0 end)::float8 as up
    from span left join hours h on true left join platform_hours p on p.hour = h.hour
    left join agent_down_hours d on d.agent_id = ${agent} and d.hour = h.hour
    group by span.since`.execute(db)
  return rows[0] ?? null
}

export interface CheckRow extends Found {
  checked_at: Date
}

export async function findCheck(db: Queryable, version: AgentVersionId): Promise<CheckRow | null> {
  const { rows } = await sql<CheckRow>`
    select checked_at, state, reason, ms, high, medium, low, intact from agent_checks where version_id = ${version}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** What the last recorded run of a sample was, until there is a check. */
export async function findLastSample(db: Queryable, version: AgentVersionId): Promise<{ at: Date; ms: number } | null> {
  const { rows } = await sql<{ at: Date; ms: number }>`
    select ran_at as at, ms from agent_version_runs where agent_version_id = ${version} order by position limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** What a reviewer saw of this version before it was sold; null for the house's own. */
export async function findScan(
  db: Queryable,
  version: AgentVersionId,
): Promise<{ at: Date; high: number; medium: number; low: number } | null> {
  const of = (severity: string) =>
    sql`(select count(*)::int from jsonb_array_elements(s.findings) f where f ->> 'severity' = ${severity})`
  const { rows } = await sql<{ at: Date; high: number; medium: number; low: number }>`
    select s.submitted_at as at, ${of('high')} as high, ${of('medium')} as medium, ${of('low')} as low
    from agent_submissions s where s.version_id = ${version} order by s.submitted_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface PricePoint {
  version: number
  type: string
  paise: number
  at: Date
  /** When buyers of an earlier version start to pay it; null where they never do. */
  earlier_at: Date | null
}

/** The price of every published version that has another than the one before, the newest first. */
export async function findPrices(db: Queryable, agent: AgentId): Promise<PricePoint[]> {
  const { rows } = await sql<PricePoint>`
    select version, type, paise, at, earlier_at from (
      select v.number as version, v.price_type as type, v.price_paise::float8 as paise, v.published_at as at,
        lag(v.price_type) over old as type_before, lag(v.price_paise) over old as paise_before,
        (select c.effective_at from agent_price_changes c where c.version_id = v.id) as earlier_at
      from agent_versions v where v.agent_id = ${agent} and v.published_at is not null window old as (order by v.number)
    ) v where type_before is distinct from type or paise_before is distinct from paise::bigint
    order by version desc limit 50`.execute(db)
  return rows
}

export async function storeNotice(
  tx: Queryable,
  agent: AgentId,
  { maintenance, notice }: { maintenance: boolean; notice: string },
): Promise<void> {
  await sql`update agents set maintenance = ${maintenance}, notice = ${notice},
    notice_at = case when ${maintenance} or ${notice} <> '' then now() end where id = ${agent}`.execute(tx)
}
