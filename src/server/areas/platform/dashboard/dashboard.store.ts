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
  /** Null where there are more than are counted. */
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

/** The last seven days in India, today with `ago` 0. Day by day in the index: to ask each run for its day takes longer than to find it. */
const DAYS = sql`(select ago, date_trunc('day', now(), 'Asia/Kolkata') - ago * interval '24 hours' as since,
  date_trunc('day', now(), 'Asia/Kolkata') - (ago - 1) * interval '24 hours' as until from generate_series(0, 6) ago)`

/** Counts of one owner. Of a day, and of the seven days before, no more than 10,000 runs are counted. */
export async function findFigures(db: Queryable, owner: UserId): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with counted as materialized (
      select span.part, span.ago, r.runs, r.failed, r.succeeded from (
        select 'before' as part, null::int as ago, now() - interval '14 days' as since, now() - interval '7 days' as until
        union all
        select 'recent', null, now() - interval '7 days', date_trunc('day', now(), 'Asia/Kolkata') - interval '144 hours'
        union all
        select 'recent', ago, since, until from ${DAYS} d
      ) span cross join lateral (
        select count(*)::int as runs, (count(*) filter (where status = 'failed'))::int as failed,
          (count(*) filter (where status = 'succeeded'))::int as succeeded
        from (select status from executions where owner_id = ${owner} and parent_id is null
          and created_at >= span.since and created_at < span.until order by created_at desc limit 10000) e
      ) r
    ), recent as materialized (
      select sum(runs)::int as runs, sum(failed)::int as failed, sum(succeeded)::int as succeeded from counted where part = 'recent'
    ), spent as (
      select ${costOfCharge} as paise, created_at > now() - interval '7 days' as is_recent from charges
      where buyer_id = ${owner} and created_at > now() - interval '14 days' and status <> 'released'
      order by created_at desc limit 20000
    )
    select
      case when (select sum(runs) from counted) >= 10000 then 10000 else (select count(*)::int from (select 1 from executions
        where owner_id = ${owner} and parent_id is null limit 10000) e) end as total,
      recent.runs as last_7_days, recent.failed as failed_7_days, recent.succeeded as succeeded_7_days,
      (select count(*)::int from executions where owner_id = ${owner} and parent_id is null
        and status in ('queued', 'running', 'waiting', 'paused')) as unfinished,
      array(select runs from counted where ago is not null order by ago desc) as days,
      nullif(before.runs, 10000) as previous_7_days, before.failed as previous_failed, before.succeeded as previous_succeeded,
      (select coalesce(sum(paise), 0)::float8 from spent where is_recent) as spent_paise,
      (select coalesce(sum(paise), 0)::float8 from spent where not is_recent) as previous_spent_paise,
      (select count(*)::int from services where owner_id = ${owner}) as services,
      (select count(*)::int from services where owner_id = ${owner} and status = 'running') as services_running,
      (select count(*)::int from workflows where owner_id = ${owner} and archived_at is null) as workflows
    from recent, counted before where before.part = 'before'`.execute(db)
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
  orders: { id: string; title: string; amount_paise: number; failed: boolean }[]
  balance_paise: number
  /** Null without a choice of the account. */
  low_paise: number | null
  /** Whether runs were charged in the last 30 days. */
  pays_for_runs: boolean
  day_cap_paise: number | null
  member_cap_paise: number | null
  /** Which ways of running the account has used. */
  batch: boolean
  schedule: boolean
  program: boolean
}

/** Not paid and still payable, newest first: orders last an hour. */
const unpaidOrders = (owner: UserId) => sql`
  select id, title, amount_paise, status = 'failed' as failed from orders
  where user_id = ${owner} and created_at > now() - interval '1 day' and status in ('created', 'failed') and expires_at > now()
    and amount_paise > 0
  order by created_at desc limit 3`

const paysForRuns = (owner: UserId) => sql`
  exists (select from (select price_paise + models_paise as paise from charges
    where buyer_id = ${owner} and created_at > now() - interval '30 days' and status <> 'released'
    order by created_at desc limit 50) c where c.paise > 0)`

/**
 * What waits for an account besides its runs, and what it has and uses: in one statement, because the dashboard is asked for often.
 * @param whose the person who looks; whether they may pay for the account
 */
export async function findNeeds(
  db: Queryable,
  { owner, person, pays }: { owner: UserId; person: UserId; pays: boolean },
): Promise<NeedsRow> {
  const { rows } = await sql<NeedsRow>`/* prepare */
    select w.results, w.price_paise, w.until,
      coalesce((select json_agg(c) from (
        select id, name from credentials where owner_id = ${owner} and status = 'reconnect' order by name, id limit 5) c), '[]') as reconnect,
      case when ${pays} then (select json_build_object('plan', v.name, 'amount_paise', r.amount_paise) from subscriptions s
        join renewals r on r.subscription_id = s.id and r.status = 'due' join plan_versions v on v.id = r.version_id
        where s.user_id = ${owner} and s.status in ('past_due', 'awaiting_customer') limit 1) end as payment,
      case when ${pays} then coalesce((select json_agg(o) from (${unpaidOrders(owner)}) o), '[]') else '[]' end as orders,
      coalesce((select sum(b.paise) from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.kind = 'credits' and a.owner_id = ${owner}), 0)::float8 as balance_paise,
      c.low_paise::float8 as low_paise, c.day_cap_paise::float8 as day_cap_paise, ${paysForRuns(owner)} as pays_for_runs,
      (select m.month_cap_paise::float8 from workspace_members m where m.workspace_id = ${owner} and m.user_id = ${person}) as member_cap_paise,
      exists (select from batches where owner_id = ${owner}) as batch,
      exists (select from service_schedules t join services s on s.id = t.service_id where s.owner_id = ${owner}) as schedule,
      exists (select from api_keys where owner_id = ${owner}) as program
    from (select count(*)::int as results, coalesce(sum(price_paise), 0)::float8 as price_paise, min(accept_until) as until
      from charges where buyer_id = ${owner} and status = 'awaiting') w
      left join credit_settings c on c.user_id = ${owner}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query of what waits returned no row')
  return row
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

/** Services of one owner, those that ran last first; of one no more than 2,000 runs of a day are counted. */
export async function findServicesAtWork(db: Queryable, owner: UserId, limit: number): Promise<ServiceAtWorkRow[]> {
  const { rows } = await sql<ServiceAtWorkRow>`
    with own as materialized (
      select s.id, s.name, s.status, a.icon, a.category_slug as category, s.created_at,
        (select max(e.created_at) from executions e where e.service_id = s.id) as last_run_at
      from services s join agents a on a.id = s.agent_id where s.owner_id = ${owner}
      order by last_run_at desc nulls last, s.created_at desc limit ${limit}
    )
    select o.id, o.name, o.status, o.icon, o.category, o.last_run_at, w.days, w.failed
    from own o cross join lateral (
      select array_agg(r.runs order by d.ago desc) as days, sum(r.failed)::int as failed from ${DAYS} d cross join lateral (
        select count(*)::int as runs, (count(*) filter (where status = 'failed'))::int as failed
        from (select status from executions where service_id = o.id and created_at >= d.since and created_at < d.until
          order by created_at desc limit 2000) e
      ) r
    ) w order by o.last_run_at desc nulls last, o.created_at desc`.execute(db)
  return rows
}
