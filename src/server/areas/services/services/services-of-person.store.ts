/** The SQL of a person's services for support: which agents, and whether they run. */
import { sql } from 'kysely'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PersonServiceRow {
  id: ServiceId
  name: string
  status: 'running' | 'paused' | 'stopped' | 'error'
  agent_slug: string
  agent_name: string
  last_run_at: Date | null
  created_at: Date
}

/** Newest first. */
export async function findServicesOf(
  db: Queryable,
  owner: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PersonServiceRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<PersonServiceRow>`
      select s.id, s.name, s.status, a.slug as agent_slug, a.name as agent_name, s.created_at,
        (select e.created_at from executions e where e.service_id = s.id order by e.created_at desc limit 1) as last_run_at
      from services s join agents a on a.id = s.agent_id where s.owner_id = ${owner}
      order by s.created_at desc, s.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from services where owner_id = ${owner}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** What a person calls a service of theirs; null for any other id. */
export async function findServiceName(db: Queryable, owner: UserId, id: ServiceId): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select s.name from services s where s.id = ${id} and s.owner_id = ${owner}`.execute(db)
  return rows[0]?.name ?? null
}
