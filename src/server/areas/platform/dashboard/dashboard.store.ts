/** The SQL of the dashboard. */
import { sql } from 'kysely'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { AgentId, ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ServiceStatus } from '#contract/services/services.ts'
import { countsAsUse } from '#server/areas/agents/agents.ts'
import { costOfCharge } from '#server/areas/billing/billing.ts'
import { asksPerson, workflowNameFor } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface Figures {
  total: number
  last_7_days: number
  unfinished: number
  failed_7_days: number
  succeeded_7_days: number
  /** Null where more were in the last 7 days than are counted. */
  previous_7_days: number | null
  previous_failed: number
  previous_succeeded: number
  days: number[]
  spent_paise: number
  previous_spent_paise: number
  services: number
  services_running: number
  workflows: number
}

/** Counts of one owner; nothing is counted beyond the newest 10,000 runs. */
export async function findFigures(db: Queryable, owner: UserId): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with recent as (
      select status, (created_at at time zone 'Asia/Kolkata')::date as day from executions
      where owner_id = ${owner} and parent_id is null and created_at > now() - interval '7 days'
      order by created_at desc limit 10000
    ), before as (
      select status from executions
      where owner_id = ${owner} and parent_id is null and created_at > now() - interval '14 days'
        and created_at <= now() - interval '7 days' order by created_at desc limit 10000
    ), spent as (
      select ${costOfCharge} as paise, created_at > now() - interval '7 days' as is_recent from charges
      where buyer_id = ${owner} and created_at > now() - interval '14 days' and status <> 'released'
      order by created_at desc limit 20000
    )
    select
      (select count(*)::int from (select 1 from executions
        where owner_id = ${owner} and parent_id is null limit 10000) counted) as total,
      (select count(*)::int from recent) as last_7_days,
      (select count(*)::int from executions where owner_id = ${owner} and parent_id is null
        and status in ('queued', 'running', 'waiting', 'paused')) as unfinished,
      (select count(*)::int from recent where status = 'failed') as failed_7_days,
      (select count(*)::int from recent where status = 'succeeded') as succeeded_7_days,
      array(select count(r.day)::int from generate_series(6, 0, -1) ago
        left join recent r on r.day = (now() at time zone 'Asia/Kolkata')::date - ago
        group by ago order by ago desc) as days,
      case when (select count(*) from recent) < 10000 then (select count(*)::int from before) end as previous_7_days,
      (select count(*)::int from before where status = 'failed') as previous_failed,
      (select count(*)::int from before where status = 'succeeded') as previous_succeeded,
      (select coalesce(sum(paise), 0)::float8 from spent where is_recent) as spent_paise,
      (select coalesce(sum(paise), 0)::float8 from spent where not is_recent) as previous_spent_paise,
      (select count(*)::int from services where owner_id = ${owner}) as services,
      (select count(*)::int from services where owner_id = ${owner} and status = 'running') as services_running,
      (select count(*)::int from workflows where owner_id = ${owner} and archived_at is null) as workflows`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query of dashboard figures returned no row')
  return row
}

export interface NeedsRow {
  results: number
  price_paise: number
  until: Date | null
  reconnect: { id: CredentialId; name: string }[]
  payment: { plan: string; amount_paise: number } | null
}

/** What waits for an account besides its runs: results to accept, accounts to connect again, a plan to pay. */
export async function findNeeds(db: Queryable, owner: UserId): Promise<NeedsRow> {
  const { rows } = await sql<NeedsRow>`
    select w.results, w.price_paise, w.until,
      coalesce((select json_agg(c) from (
        select id, name from credentials where owner_id = ${owner} and status = 'reconnect' order by name, id limit 5) c), '[]') as reconnect,
      (select json_build_object('plan', v.name, 'amount_paise', r.amount_paise) from subscriptions s
        join renewals r on r.subscription_id = s.id and r.status = 'due' join plan_versions v on v.id = r.version_id
        where s.user_id = ${owner} and s.status in ('past_due', 'awaiting_customer') limit 1) as payment
    from (select count(*)::int as results, coalesce(sum(price_paise), 0)::float8 as price_paise, min(accept_until) as until
      from charges where buyer_id = ${owner} and status = 'awaiting') w`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query of what waits returned no row')
  return row
}

/** Which ways of running an account has used. */
export async function findUsedWays(
  db: Queryable,
  owner: UserId,
): Promise<Record<'batch' | 'schedule' | 'program', boolean>> {
  const { rows } = await sql<Record<'batch' | 'schedule' | 'program', boolean>>`
    select exists (select from batches where owner_id = ${owner}) as batch,
      exists (select from service_schedules t join services s on s.id = t.service_id where s.owner_id = ${owner}) as schedule,
      exists (select from api_keys where owner_id = ${owner}) as program`.execute(db)
  return rows[0] ?? { batch: false, schedule: false, program: false }
}

export interface AttentionRow {
  type: 'approval' | 'form' | 'failed'
  execution_id: ExecutionId
  title: string
  at: Date
}

/** What waits for the owner, oldest first, and then what failed in the last 3 days, newest first. */
export async function findAttention(db: Queryable, owner: UserId, limit: number): Promise<AttentionRow[]> {
  const { rows } = await sql<AttentionRow>`
    (select w.wait ->> 'type' as type, e.id as execution_id, coalesce(w.wait ->> 'title', 'An answer is needed') as title,
      w.created_at as at
    from executions e join execution_waits w on w.execution_id = e.id
    where e.owner_id = ${owner} and e.status in ('running', 'waiting', 'paused') and ${asksPerson('w')}
    order by w.created_at limit ${limit})
    union all
    (select 'failed', e.id, coalesce(a.name, ${workflowNameFor('owner')}, 'A run'), coalesce(e.finished_at, e.created_at)
    from executions e left join agents a on a.id = e.agent_id left join workflows w on w.id = e.workflow_id
    where e.owner_id = ${owner} and e.parent_id is null and e.status = 'failed'
      and e.created_at > now() - interval '3 days'
    order by e.created_at desc limit ${limit})
    limit ${limit}`.execute(db)
  return rows
}

export interface AgentFailureRow {
  agent_id: AgentId
  slug: string
  name: string
  failed: number
  runs: number
  code: string | null
  at: Date
}

/** A seller's agents that failed in the last 7 days; of one agent nothing is counted beyond its newest 10,000 runs. */
export async function findAgentFailures(db: Queryable, seller: UserId, limit: number): Promise<AgentFailureRow[]> {
  const { rows } = await sql<AgentFailureRow>`
    select a.id as agent_id, a.slug, a.name, r.failed, r.runs, r.code, r.at
    from agents a cross join lateral (
      select count(*)::int as runs, (count(*) filter (where status = 'failed'))::int as failed,
        (array_agg(error ->> 'code' order by created_at desc) filter (where status = 'failed'))[1] as code,
        max(coalesce(finished_at, created_at)) filter (where status = 'failed') as at
      from (
        select e.status, e.error, e.created_at, e.finished_at from executions e
        where e.agent_id = a.id and ${countsAsUse} and e.trigger <> 'bench' and e.created_at > now() - interval '7 days'
        order by e.created_at desc limit 10000
      ) recent
    ) r
    where a.seller_id = ${seller} and r.failed > 0
    order by r.failed desc, a.id limit ${limit}`.execute(db)
  return rows
}

export interface ServiceAtWorkRow {
  id: ServiceId
  name: string
  status: ServiceStatus
  icon: string
  category: string
  /** Runs on each of the last 7 days in India, today last. */
  days: number[]
  failed: number
  last_run_at: Date | null
}

/** Services of one owner, those that ran last first; of one nothing is counted beyond its newest 2,000 runs. */
export async function findServicesAtWork(db: Queryable, owner: UserId, limit: number): Promise<ServiceAtWorkRow[]> {
  const { rows } = await sql<ServiceAtWorkRow>`
    with own as materialized (
      select s.id, s.name, s.status, a.icon, a.category_slug as category, s.created_at,
        (select max(e.created_at) from executions e where e.service_id = s.id) as last_run_at
      from services s join agents a on a.id = s.agent_id where s.owner_id = ${owner}
      order by last_run_at desc nulls last, s.created_at desc limit ${limit}
    ), recent as materialized (
      select o.id, e.status, (e.created_at at time zone 'Asia/Kolkata')::date as day from own o cross join lateral (
        select status, created_at from executions
        where service_id = o.id and created_at > now() - interval '8 days' order by created_at desc limit 2000
      ) e
    )
    select o.id, o.name, o.status, o.icon, o.category, o.last_run_at,
      array(select count(r.id)::int from generate_series(6, 0, -1) ago
        left join recent r on r.id = o.id and r.day = (now() at time zone 'Asia/Kolkata')::date - ago
        group by ago order by ago desc) as days,
      (select count(*)::int from recent r where r.id = o.id and r.status = 'failed'
        and r.day > (now() at time zone 'Asia/Kolkata')::date - 7) as failed
    from own o order by o.last_run_at desc nulls last, o.created_at desc`.execute(db)
  return rows
}
