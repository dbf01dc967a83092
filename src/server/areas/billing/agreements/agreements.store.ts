/** The SQL of agreements: who agreed to what being sent where. */
import { type RawBuilder, sql } from 'kysely'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { sendsTo } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OwnAgreements } from './agreements.policy.ts'

export type Agreeing = { user_id: string } | { visitor_key: string }

/** What they agreed to and did not take back; a visitor's lasts a day. */
const holding = (who: Agreeing): RawBuilder<unknown> =>
  'user_id' in who
    ? sql`g.user_id = ${who.user_id} and g.withdrawn_at is null`
    : sql`g.visitor_key = ${who.visitor_key} and g.agreed_at > now() - interval '1 day'`

export async function findAgreed(db: Queryable, who: Agreeing, agent: AgentId): Promise<string[]> {
  const { rows } = await sql<{ destination: string }>`
    select g.destination from agreements g where ${holding(who)} and g.agent_id = ${agent}
    order by g.destination`.execute(db)
  return rows.map(({ destination }) => destination)
}

/** Where any version that was ever sold sends to: who has an earlier one runs that. */
export async function findDestinations(db: Queryable, agent: AgentId): Promise<Set<string>> {
  const { rows } = await sql<{ sends_to: string[] }>`
    select ${sendsTo} from agent_versions v where v.agent_id = ${agent} and v.published_at is not null`.execute(db)
  return new Set(rows.flatMap(({ sends_to }) => sends_to))
}

export async function holdsAgent(db: Queryable, user: UserId, agent: AgentId): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists(select 1 from services where owner_id = ${user} and agent_id = ${agent})
      or exists(select 1 from purchases where buyer_id = ${user} and agent_id = ${agent}) as holds`.execute(db)
  return rows[0]?.holds === true
}

/** Agreed to twice, the first time counts, unless it was taken back or has run out since. */
export async function upsertAgreements(
  db: Queryable,
  who: Agreeing,
  { agent, destinations }: { agent: AgentId; destinations: readonly string[] },
): Promise<void> {
  const names = sql`unnest(${sql.val(destinations)}::text[]) name`
  if ('user_id' in who)
    await sql`
      insert into agreements as g (user_id, agent_id, destination) select ${who.user_id}::uuid, ${agent}, name from ${names}
      on conflict (user_id, agent_id, destination) where user_id is not null
      do update set agreed_at = now(), withdrawn_at = null where g.withdrawn_at is not null`.execute(db)
  else
    await sql`
      insert into agreements (visitor_key, agent_id, destination) select ${who.visitor_key}, ${agent}, name from ${names}
      on conflict (visitor_key, agent_id, destination) where visitor_key is not null
      do update set agreed_at = now()`.execute(db)
}

/** @returns whether there was anything to take back */
export async function withdrawAgreement(db: Queryable, { on }: OwnAgreements, agent: AgentId): Promise<boolean> {
  const { rows } = await sql`
    update agreements g set withdrawn_at = now() where ${holding({ user_id: on })} and g.agent_id = ${agent}
    returning 1`.execute(db)
  return rows.length > 0
}

export interface AgreementRow {
  id: AgentId
  slug: string
  name: string
  icon: string
  destinations: { name: string; agreed_at: string }[]
}

export async function findAgreements(
  db: Queryable,
  { on }: OwnAgreements,
  { limit, offset }: { limit: number; offset: number },
): Promise<AgreementRow[]> {
  const { rows } = await sql<AgreementRow>`
    select a.id, a.slug, a.name, a.icon,
      json_agg(json_build_object('name', g.destination, 'agreed_at', g.agreed_at) order by g.destination) as destinations
    from agreements g join agents a on a.id = g.agent_id where ${holding({ user_id: on })}
    group by a.id order by lower(a.name), a.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countAgreements(db: Queryable, { on }: OwnAgreements): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct g.agent_id)::integer as total from agreements g where ${holding({ user_id: on })}`.execute(db)
  return rows[0]?.total ?? 0
}
