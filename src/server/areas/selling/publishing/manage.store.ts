/** SQL of the agents of all sellers, for marketplace administrators. */
import { sql } from 'kysely'
import type { AgentPhase } from '#contract/agents/agent-states.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'

export interface ManagedRow {
  id: AgentId
  slug: string
  name: string
  icon: string
  phase: AgentPhase
  status_note: string
  is_featured: boolean
  featured_until: Date | null
  seller_id: UserId
  seller_name: string
  price_type: string
  price_paise: number
  runs: number | null
  services: number
  updated_at: Date
}

const phase = sql`case when a.status = 'published' and exists (select from agent_submissions o
  where o.agent_id = a.id and o.status = 'in_review') then 'updating' else a.status end`
const managed = sql`a.id, a.slug, a.name, a.icon, ${phase} as phase, a.status_note, a.is_featured,
  case when a.is_featured then a.featured_until end as featured_until, a.seller_id,
  u.display_name as seller_name, a.price_type, a.price_paise, s.runs,
  (select count(*)::int from services x where x.agent_id = a.id) as services, a.updated_at`
const from = sql`from agents a join users u on u.id = a.seller_id left join agent_stats s on s.agent_id = a.id`

/** Those that changed last first; a search looks into names of agents and sellers. */
export async function findManaged(
  db: Queryable,
  {
    phase: wanted,
    search = '',
    limit,
    offset,
  }: { phase?: AgentPhase | undefined; search?: string | undefined; limit: number; offset: number },
): Promise<{ rows: ManagedRow[]; total: number }> {
  const like = containing(search.trim().toWellFormed().replaceAll('\0', ''))
  // Drafts are nobody's business but their sellers'.
  const which = sql`a.status not in ('draft', 'rejected', 'private') and (${wanted ?? null}::text is null or ${phase} = ${wanted ?? null})
    and (${search.trim()} = '' or a.name ilike ${like} or u.display_name ilike ${like})`
  const [page, counted] = await Promise.all([
    sql<ManagedRow>`select ${managed} ${from} where ${which} order by a.updated_at desc, a.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${from} where ${which}`.execute(db),
  ])
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findManagedOne(db: Queryable, id: AgentId): Promise<ManagedRow[]> {
  const { rows } = await sql<ManagedRow>`select ${managed} ${from} where a.id = ${id}`.execute(db)
  return rows
}

/** @param until when it is featured no more; null as long as nobody says so */
export async function setFeatured(tx: Queryable, id: AgentId, featured: boolean, until: Date | null): Promise<void> {
  await sql`update agents set is_featured = ${featured}, featured_until = ${until}, updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

/** @returns how many are featured no more because their time is over */
export async function endFeatured(db: Queryable, now: Date): Promise<number> {
  const { rows } = await sql`
    update agents set is_featured = false, featured_until = null where is_featured and featured_until <= ${now} returning true`.execute(
    db,
  )
  return rows.length
}
