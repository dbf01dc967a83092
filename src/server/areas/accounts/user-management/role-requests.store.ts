/** The SQL of role requests. */
import { sql } from 'kysely'
import type { RequestableRole, RoleRequest } from '#contract/accounts/role-requests.ts'
import { MOST_LISTED_USERS } from '#contract/accounts/user-rules.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type ListedUser, managedUserColumns, type Slice } from './manage.store.ts'

export interface RequestRow {
  id: string
  user_id: UserId
  role: RequestableRole
  reason: string
  status: RoleRequest['status']
  decision_reason: string | null
  created_at: Date
  decided_at: Date | null
}

const columns = ['id', 'user_id', 'role', 'reason', 'status', 'decision_reason', 'created_at', 'decided_at'] as const

/** A user's newest requests. */
export const findOwn = (db: Queryable, owner: UserId, limit: number): Promise<RequestRow[]> =>
  db
    .selectFrom('role_requests')
    .select(columns)
    .where('user_id', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute() as Promise<RequestRow[]>

export const findOpen = async (db: Queryable, owner: UserId): Promise<RequestRow | undefined> =>
  (await db
    .selectFrom('role_requests')
    .select(columns)
    .where('user_id', '=', owner)
    .where('status', '=', 'open')
    .executeTakeFirst()) as RequestRow | undefined

/** The asker as they are, locked: two requests at once are made one after the other. */
export async function lockAsker(tx: Queryable, id: UserId) {
  return tx
    .selectFrom('users')
    .select(['id', 'role', 'display_name'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** A block that expired leaves its row unchanged. */
const isBlockOver = sql<boolean>`(status = 'blocked' and blocked_until <= now())`

export async function insertRequest(
  tx: Queryable,
  grant: Grant<'role_request.make', UserId>,
  request: { role: RequestableRole; reason: string },
): Promise<void> {
  await tx
    .insertInto('role_requests')
    .values({ user_id: grant.on, ...request })
    .execute()
  await sql`update users set status = 'pending', status_reason = null, updated_at = now()
    where id = ${grant.on} and (status in ('active', 'rejected') or ${isBlockOver})`.execute(tx)
}

export interface Decision {
  status: 'approved' | 'rejected' | 'withdrawn'
  /** Null when the asker withdrew. */
  by: UserId | null
  reason: string | null
}

/** Ends a request; a blocked or deactivated asker stays so. @returns false when it was not open any more */
export async function endRequest(tx: Queryable, request: RequestRow, decision: Decision): Promise<boolean> {
  const ended = await tx
    .updateTable('role_requests')
    .set({
      status: decision.status,
      decided_by: decision.by,
      decision_reason: decision.reason,
      decided_at: new Date(),
    })
    .where('id', '=', request.id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  const status = decision.status === 'rejected' ? 'rejected' : 'active'
  const reason = decision.status === 'rejected' ? decision.reason : null
  await sql`update users set status = ${status}, status_reason = ${reason}, updated_at = now()
    where id = ${request.user_id} and (status = 'pending' or ${isBlockOver})`.execute(tx)
  return true
}

export type WaitingRow = ListedUser & {
  request_id: string
  request_role: RequestableRole
  request_reason: string
  request_created_at: Date
}

/** Open requests with who asks, the longest waiting first. */
export async function findWaiting(
  db: Queryable,
  { limit, offset }: Slice,
): Promise<{ rows: WaitingRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<WaitingRow>`
      select ${managedUserColumns}, r.id as request_id, r.role as request_role, r.reason as request_reason, r.created_at as request_created_at
      from role_requests r join users u on u.id = r.user_id where r.status = 'open'
      order by r.created_at, r.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from
      (select 1 from role_requests where status = 'open' limit ${MOST_LISTED_USERS}) counted`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
