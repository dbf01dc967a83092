/** The SQL of reading the audit log, newest first, each part of a filter by its own index. */
import { type RawBuilder, sql } from 'kysely'
import type { AuditEntryId, AuditFilter } from '#contract/admin/audit.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'

export interface EntryRow {
  id: AuditEntryId
  actor_id: UserId
  actor_name: string | null
  actor_email: string | null
  action: string
  target_id: string | null
  target_user: string | null
  target_agent: string | null
  reason: string | null
  details: JsonObject
  address: string | null
  created_at: Date
  position: number | null
  hash: string | null
}

/** As `AuditFilter`, with the person as an id. */
export interface EntryFilter extends Omit<AuditFilter, 'person'> {
  person: string | null
}

const NEWEST_FIRST = sql`order by e.created_at desc, e.id desc`

function conditions({ action, from, to, reason }: EntryFilter, after: AuditEntryId | null): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (action !== undefined) all.push(sql`e.action = ${action}`)
  if (from !== undefined) all.push(sql`e.created_at >= ${new Date(from)}`)
  if (to !== undefined) all.push(sql`e.created_at < ${new Date(to)}`)
  if (reason !== undefined) all.push(sql`e.reason ilike ${containing(reason)}`)
  if (after !== null)
    all.push(sql`(e.created_at, e.id) < (select p.created_at, p.id from audit_log p where p.id = ${after})`)
  return all
}

/** The ids of a page. What a person did and what was done to them is read by one index each, and put together. */
function pageOf(filter: EntryFilter, after: AuditEntryId | null, limit: number): RawBuilder<unknown> {
  const common = conditions(filter, after)
  const one = (more: RawBuilder<unknown>[]) => {
    const all = [...more, ...common]
    const where = all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`
    return sql`(select e.id, e.created_at from audit_log e ${where} ${NEWEST_FIRST} limit ${limit})`
  }
  if (filter.person === null) return one([])
  return sql`(${one([sql`e.actor_id = ${filter.person}`])} union ${one([sql`e.target_id = ${filter.person}`])})`
}

/** @param after the last entry of the page before */
export async function findEntries(
  db: Queryable,
  filter: EntryFilter,
  { after, limit }: { after: AuditEntryId | null; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.actor_id, a.display_name as actor_name, a.email::text as actor_email, e.action, e.target_id,
      t.display_name as target_user, g.name as target_agent, e.reason, e.details, e.address, e.created_at,
      c.position::float8 as position, encode(c.hash, 'hex') as hash
    from (select f.id from ${pageOf(filter, after, limit)} f order by f.created_at desc, f.id desc limit ${limit}) page
    join audit_log e on e.id = page.id
    left join users a on a.id = e.actor_id left join users t on t.id = e.target_id left join agents g on g.id = e.target_id
    left join audit_chain c on c.entry_id = e.id
    ${NEWEST_FIRST}`.execute(db)
  return rows
}

/** The actions there are entries of. Jumps from one to the next in the index. */
export async function findActions(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive named as (
      (select e.action from audit_log e order by e.action limit 1)
      union all
      select (select e.action from audit_log e where e.action > n.action order by e.action limit 1)
      from named n where n.action is not null)
    select n.action from named n where n.action is not null`.execute(db)
  return rows.map(({ action }) => action)
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserId | null> {
  const { rows } = await sql<{ id: UserId }>`select u.id from users u where u.email = ${email}`.execute(db)
  return rows[0]?.id ?? null
}
