/** Managing users: roles and status. Rules: product decisions, "Roles, permissions, guards". Every act is audited. */

import type { ListedUser, ManagedUser } from '#contract/accounts/user-management.ts'
import { LONGEST_BLOCK_DAYS, type UserSort } from '#contract/accounts/user-rules.ts'
import { ROLES, type Role, rankOf } from '#contract/core/access.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { endViewsOfAccount } from '#server/areas/accounts/support-views/support-views.ts'
import { readSituation } from '#server/areas/accounts/users/management-situation.ts'
import { mayAssign, mayChangeRole, mayChangeStatus, type Situation } from '#server/areas/accounts/users/users.policy.ts'
import * as store from '#server/areas/accounts/users/users.store.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { findUsers, type ListedRow, type UserFilter } from './list-users.store.ts'
import * as list from './manage.store.ts'
import { settleRoleRequest } from './settle-request.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export const presentManaged = (row: list.ListedUser): ManagedUser => ({
  ...row,
  blocked_until: iso(row.blocked_until),
  created_at: row.created_at.toISOString(),
  last_login: iso(row.last_login),
})

/** @throws not_found */
export async function loadManaged(db: Queryable, id: UserId): Promise<ManagedUser> {
  const row = await list.findListedUser(db, id)
  if (!row) throw new AppError('not_found')
  return presentManaged(row)
}

export interface Paged {
  /** The first is 1. */
  page: number
  limit: number
}
export const sliceOf = ({ page, limit }: Paged) => ({ limit, offset: (page - 1) * limit })

type Seeing = Grant<'user.list', UserId>

/** With the role that they ask for. */
function presentListed({
  request_id,
  request_role,
  request_reason,
  request_created_at,
  ...user
}: ListedRow): ListedUser {
  const isAsking = request_id !== null && request_role !== null && request_created_at !== null
  const request = isAsking && {
    id: request_id,
    role: request_role,
    reason: request_reason ?? '',
    status: 'open' as const,
    decision_reason: null,
    created_at: request_created_at.toISOString(),
    decided_at: null,
  }
  return { ...presentManaged(user), request: request || null }
}

/** All users with an account; `total` is counted up to `MOST_LISTED_USERS`. */
export async function listUsers(db: Queryable, _grant: Seeing, query: Paged & UserFilter & { sort: UserSort }) {
  const slice = sliceOf(query)
  const { rows, total } = await findUsers(db, query, slice)
  return { items: rows.map(presentListed), total, ...slice }
}

/** Who is blocked now, the latest first. */
export async function listBlocked(db: Queryable, _grant: Seeing, query: Paged) {
  const slice = sliceOf(query)
  const { rows, total } = await list.findBlocked(db, slice)
  return { items: rows.map(presentManaged), total, ...slice }
}

/** The roles that this caller may give to lower-ranked users. */
export const assignableRoles = (caller: UserCaller): Role[] => ROLES.filter((role) => mayAssign(caller.role, role))

interface RoleChange {
  record: RecordEvent
  reason?: string | undefined
  /** `up` refuses a role that is not higher than the present one, `down` one that is not lower. */
  direction?: 'up' | 'down'
}

function demandDirection({ target }: Situation, role: Role, direction: RoleChange['direction']): void {
  const step = rankOf(role) - rankOf(target.role)
  if (direction === 'up' && step <= 0)
    throw new AppError('illegal_transition', { message: `Their role is ${target.role}; choose a higher one.` })
  if (direction === 'down' && step >= 0)
    throw new AppError('illegal_transition', { message: `Their role is ${target.role}; choose a lower one.` })
}

/**
 * Takes effect with the user's next request, and answers what they asked for when it gives that much.
 * @throws not_found, forbidden, illegal_transition (the last super admin, or not in that direction)
 */
export const changeRole = (
  db: Database,
  caller: UserCaller,
  id: UserId,
  role: Role,
  change: RoleChange,
): Promise<ManagedUser> =>
  db.transaction().execute(async (tx) => giveRole(tx, caller, await readSituation(tx, caller.id, id), role, change))

/** The same inside a transaction that has locked the situation. */
export async function giveRole(
  tx: Queryable,
  caller: UserCaller,
  situation: Situation,
  role: Role,
  { record, reason, direction }: RoleChange,
): Promise<ManagedUser> {
  const { id, role: from } = situation.target
  const grant = mayChangeRole(caller, situation, role)
  demandDirection(situation, role, direction)
  if (from === role) return loadManaged(tx, id)
  await store.setRole(tx, grant, role)
  await endViewsOfAccount(tx, id)
  await insertAudit(tx, {
    actor_id: caller.id,
    action: grant.action,
    target_id: id,
    reason: reason || null,
    details: { from, to: role },
  })
  if (rankOf(role) > rankOf(from)) await record(tx, id, { name: 'role_upgrade', params: { from, to: role } })
  await settleRoleRequest(tx, { by: caller.id, user: id, role, reason: reason || null })
  return loadManaged(tx, id)
}

/**
 * The user loses access with the next request. `duration_days` null blocks until the user is activated.
 * @throws not_found, forbidden, illegal_transition (the last super admin), invalid_input (duration)
 */
export async function blockUser(
  db: Database,
  caller: UserCaller,
  id: UserId,
  block: { reason: string; duration_days: number | null },
): Promise<ManagedUser> {
  const { reason, duration_days: days } = block
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= LONGEST_BLOCK_DAYS))
    throw fieldError('duration_days', `Use a whole number of days from 1 to ${LONGEST_BLOCK_DAYS}`)
  const blocked_until = days === null ? null : new Date(Date.now() + days * DAY_MS)
  return changeStatus(db, caller, id, { status: 'blocked', reason, blocked_until })
}

/** @throws not_found, forbidden, illegal_transition (the last super admin) */
export const deactivateUser = (db: Database, caller: UserCaller, id: UserId, reason: string): Promise<ManagedUser> =>
  changeStatus(db, caller, id, { status: 'deactivated', reason, blocked_until: null })

/** @throws not_found, forbidden */
export const activateUser = (
  db: Database,
  caller: UserCaller,
  id: UserId,
  reason: string | null,
): Promise<ManagedUser> => changeStatus(db, caller, id, { status: 'active', reason, blocked_until: null })

async function changeStatus(
  db: Database,
  caller: UserCaller,
  id: UserId,
  change: store.StatusChange,
): Promise<ManagedUser> {
  return db.transaction().execute(async (tx) => {
    const situation = await readSituation(tx, caller.id, id)
    const grant = mayChangeStatus(caller, situation, change.status !== 'active')
    await store.setStatus(tx, grant, change)
    await endViewsOfAccount(tx, id)
    await insertAudit(tx, {
      actor_id: caller.id,
      action: grant.action,
      target_id: id,
      reason: change.reason || null,
      details: { from: situation.target.status, to: change.status, blocked_until: iso(change.blocked_until) },
    })
    return loadManaged(tx, id)
  })
}
