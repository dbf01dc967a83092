/** The SQL of user management: who is there. */
import { type RawBuilder, sql } from 'kysely'
import type { UserStatus } from '#contract/accounts/users.ts'
import type { Role } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { statusUnblocked } from '#server/areas/accounts/users/users.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ListedUser {
  id: UserId
  email: string
  display_name: string
  avatar_url: string | null
  role: Role
  status: UserStatus
  status_reason: string | null
  blocked_until: Date | null
  is_verified: boolean
  created_at: Date
  last_login: Date | null
}

/** Columns of `users u`; a block whose time has passed is none. */
export const managedUserColumns = sql`u.id, u.email::text, u.display_name, u.avatar_url, u.role,
  case when u.status = 'blocked' and u.blocked_until <= now() then ${statusUnblocked} else u.status end as status,
  u.status_reason, u.blocked_until, u.is_verified, u.created_at, u.last_login`

/** Counting goes no further: a pager needs no exact figure there. */
const COUNTED = 10_000

export interface Slice {
  limit: number
  offset: number
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export function userFilters({ role, search }: { role?: Role | undefined; search?: string | undefined }) {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (role) parts.push(sql`u.role = ${role}`)
  const text = search?.trim()
  if (text) parts.push(sql`(u.display_name ilike ${contains(text)} or u.email::text ilike ${contains(text)})`)
  return sql.join(parts, sql` and `)
}

/** Blocked now, not in the past. */
export const isBlocked = sql`u.status = 'blocked' and (u.blocked_until is null or u.blocked_until > now())`

export async function findUsers(
  db: Queryable,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { limit, offset }: Slice,
): Promise<{ rows: ListedUser[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<ListedUser>`select ${managedUserColumns} from users u where ${where} order by ${order}, u.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from
      (select 1 from users u where ${where} limit ${COUNTED}) counted`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export const newestFirst = sql`u.created_at desc`
export const latestChangeFirst = sql`u.updated_at desc`

export async function findListedUser(db: Queryable, id: UserId): Promise<ListedUser | undefined> {
  const { rows } = await sql<ListedUser>`select ${managedUserColumns} from users u where u.id = ${id}`.execute(db)
  return rows[0]
}
