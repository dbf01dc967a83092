/** The SQL of one person's page that belongs to no other area: their profile, and what was done to them and by them. */
import { sql } from 'kysely'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export async function findProfile(
  db: Queryable,
  id: UserId,
): Promise<{ bio: string | null; website_url: string | null } | null> {
  const { rows } = await sql<{ bio: string | null; website_url: string | null }>`
    select bio, website_url from users where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface AuditRow {
  id: string
  action: string
  reason: string | null
  details: JsonObject
  actor_id: UserId
  actor_name: string | null
  target_id: UserId | null
  target_name: string | null
  created_at: Date
}

/** What makes a role and a status. */
const STANDING = ['user.change_role', 'user.change_status', 'user.decide_request']
const COUNTED = 10_000

/** Newest first; counted up to 10,000. */
export async function findAudit(
  db: Queryable,
  id: UserId,
  { show, limit, offset }: { show: 'about' | 'by' | 'standing'; limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const of = show === 'by' ? sql`l.actor_id = ${id}` : sql`l.target_id = ${id}`
  const where = show === 'standing' ? sql`${of} and l.action = any(${STANDING})` : of
  const [found, counted] = await Promise.all([
    sql<AuditRow>`
      select l.id, l.action, l.reason, l.details, l.actor_id, a.display_name as actor_name, l.target_id, t.display_name as target_name,
        l.created_at
      from audit_log l left join users a on a.id = l.actor_id left join users t on t.id = l.target_id
      where ${where} order by l.created_at desc, l.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (select 1 from audit_log l where ${where} limit ${COUNTED}) counted`.execute(
      db,
    ),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
