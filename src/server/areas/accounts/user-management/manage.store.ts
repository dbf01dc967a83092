/** The SQL of user management: one user, and who is blocked. */
import { sql } from 'kysely'
import { MOST_LISTED_USERS } from '#contract/accounts/user-rules.ts'
import type { UserStatus } from '#contract/accounts/user-values.ts'
import type { Role } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { statusUnblocked } from '#server/areas/accounts/users/users.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ListedUser {
  id: UserId
  email: string
  workspace: string | null
  display_name: string
  avatar_url: string | null
  role: Role
  status: UserStatus
  status_reason: string | null
  blocked_until: Date | null
  is_deleted: boolean
  is_verified: boolean
  created_at: Date
  last_login: Date | null
}

/** Columns of `users u`; a block whose time has passed is none. */
export const managedUserColumns = sql`u.id, u.email::text, (select w.slug from workspaces w where w.id = u.id) as workspace, u.display_name, u.avatar_url, u.role,
  case when u.status = 'blocked' and u.blocked_until <= now() then ${statusUnblocked} else u.status end as status,
  u.status_reason, u.blocked_until, u.firebase_uid like 'deleted:%' as is_deleted, u.is_verified, u.created_at, u.last_login`

export interface Slice {
  limit: number
  offset: number
}

/** Blocked now, not in the past; the latest first. */
export async function findBlocked(
  db: Queryable,
  { limit, offset }: Slice,
): Promise<{ rows: ListedUser[]; total: number }> {
  const blocked = sql`u.status = 'blocked' and (u.blocked_until is null or u.blocked_until > now())`
  const [found, counted] = await Promise.all([
    sql<ListedUser>`select ${managedUserColumns} from users u where ${blocked}
      order by u.updated_at desc, u.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from
      (select 1 from users u where ${blocked} limit ${MOST_LISTED_USERS}) counted`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findListedUser(db: Queryable, id: UserId): Promise<ListedUser | undefined> {
  const { rows } = await sql<ListedUser>`select ${managedUserColumns} from users u where u.id = ${id}`.execute(db)
  return rows[0]
}
