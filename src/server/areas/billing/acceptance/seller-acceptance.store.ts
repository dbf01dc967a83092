/** The SQL of what sellers offer, and of what buyers decided. No statement tells who a buyer is. */
import { sql } from 'kysely'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import type { RejectReason } from '#contract/runs/acceptance/acceptance-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** @returns null for a foreign agent */
export async function findOption(
  db: Queryable,
  seller: UserId,
  agent: AgentId,
): Promise<{ price_type: string; days: number | null } | null> {
  const { rows } = await sql<{ price_type: string; days: number | null }>`
    select price_type, accept_days as days from agents where id = ${agent} and seller_id = ${seller}`.execute(db)
  return rows[0] ?? null
}

export async function saveOption(tx: Queryable, seller: UserId, agent: AgentId, days: number | null): Promise<void> {
  await sql`
    update agents set accept_days = ${days}::smallint, updated_at = now() where id = ${agent} and seller_id = ${seller}`.execute(
    tx,
  )
}

export interface PendingRow {
  runs: number
  gross_paise: number
  seller_paise: number
  next_at: Date | null
}

export async function sumPending(db: Queryable, seller: UserId): Promise<PendingRow> {
  const { rows } = await sql<PendingRow>`
    select count(*)::int as runs, coalesce(sum(price_paise), 0)::float8 as gross_paise,
      coalesce(sum((split ->> 'seller_paise')::bigint), 0)::float8 as seller_paise, min(accept_until) as next_at
    from charges where seller_id = ${seller} and accept_days is not null and status = 'awaiting'`.execute(db)
  return rows[0] ?? { runs: 0, gross_paise: 0, seller_paise: 0, next_at: null }
}

const counts = sql`(count(*) filter (where c.status = 'settled'))::int as accepted,
  (count(*) filter (where c.status = 'rejected'))::int as rejected`
/** Results of runs that began since then and could be decided about. */
const decidable = (seller: UserId, since: Date) => sql`
  c.seller_id = ${seller} and c.accept_days is not null and c.accept_until is not null and c.created_at >= ${since}`

export interface KindRow {
  kind: 'person' | 'workspace'
  accepted: number
  rejected: number
}

export async function countByBuyerKind(db: Queryable, seller: UserId, since: Date): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select case when b.kind = 'workspace' then 'workspace' else 'person' end as kind, ${counts}
    from charges c join users b on b.id = c.buyer_id where ${decidable(seller, since)} and c.status in ('settled', 'rejected')
    group by 1 order by 1`.execute(db)
  return rows
}

export async function countByReason(
  db: Queryable,
  seller: UserId,
  since: Date,
): Promise<{ reason: RejectReason; count: number }[]> {
  const { rows } = await sql<{ reason: RejectReason; count: number }>`
    select d.reason, count(*)::int as count from charges c
    join acceptance_decisions d on d.charge_id = c.id and d.decision = 'rejected'
    where ${decidable(seller, since)} and c.status = 'rejected' group by d.reason order by 2 desc, 1`.execute(db)
  return rows
}

export interface AgentRow {
  id: AgentId
  slug: string
  name: string
  days: number | null
  waiting: number
  accepted: number
  rejected: number
}

export async function countByAgent(db: Queryable, seller: UserId, since: Date, limit: number): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select a.id, a.slug, a.name, a.accept_days as days, (count(*) filter (where c.status = 'awaiting'))::int as waiting, ${counts}
    from agents a left join charges c on c.agent_id = a.id and ${decidable(seller, since)}
    where a.seller_id = ${seller} group by a.id having a.accept_days is not null or count(c.id) > 0
    order by rejected desc, accepted desc, a.name, a.id limit ${limit}`.execute(db)
  return rows
}

export interface NoteRow {
  agent: string
  version: number
  reason: RejectReason
  note: string
  decided_at: Date
}

export async function findNotes(db: Queryable, seller: UserId, since: Date, limit: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select a.name as agent, v.number as version, d.reason, d.note, d.decided_at from charges c
    join acceptance_decisions d on d.charge_id = c.id and d.decision = 'rejected' and d.note <> ''
    join agents a on a.id = c.agent_id join agent_versions v on v.id = c.agent_version_id
    where ${decidable(seller, since)} and c.status = 'rejected' order by d.decided_at desc, d.id limit ${limit}`.execute(
    db,
  )
  return rows
}
