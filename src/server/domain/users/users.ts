/** The verbs of users. Rules of roles and status: product decisions, "Roles, permissions, guards". */
import { groupsOf, permissionsOf, type Role } from '#contract/access.ts'
import type { ProfileChanges } from '#contract/auth.ts'
import { AppError, fieldError } from '#contract/errors.ts'
import type { JsonObject, UserId } from '#contract/primitives.ts'
import { platformsOf, type User } from '#contract/users.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { deleteAvatar } from '#server/domain/avatars/avatars.store.ts'
import type { UserCaller } from '#server/domain/caller.ts'
import type { Grant } from '#server/domain/grant.ts'
import type { Identity } from '#server/gateways/identity.ts'
import { mayChangeRole, mayChangeStatus, type Situation } from './users.policy.ts'
import * as store from './users.store.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

function present(row: store.UserRow): User {
  const role = row.role as Role
  const blocked = row.status === 'blocked' && (row.blocked_until === null || row.blocked_until > new Date())
  const permissions = permissionsOf(role)
  return {
    id: row.id,
    firebase_uid: row.firebase_uid,
    email: row.email,
    display_name: row.display_name,
    role,
    avatar_url: row.avatar_url,
    bio: row.bio,
    website_url: row.website_url,
    // Nothing is sold for money before the payments exist, so there is nothing to count.
    total_sales: 0,
    total_purchases: 0,
    commission_rate: row.commission_rate,
    is_verified: row.is_verified,
    is_active: !blocked && row.status !== 'deactivated',
    preferences: row.preferences as JsonObject,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_login: iso(row.last_login),
    groups: groupsOf(role),
    permissions,
    platform_access: platformsOf(permissions),
  }
}

async function load(db: Queryable, id: UserId): Promise<User> {
  const row = await store.findUser(db, id)
  if (!row) throw new AppError('not_found')
  return present(row)
}

/** The User of §3 with everything derived from the role. @throws not_found */
export const getOwnUser = (db: Queryable, grant: Grant<'user.own', UserId>): Promise<User> => load(db, grant.on)

/** Absent fields stay as they are, null clears. */
export async function updateProfile(
  db: Database,
  grant: Grant<'user.own', UserId>,
  changes: ProfileChanges,
): Promise<User> {
  return db.transaction().execute(async (tx) => {
    await store.updateProfile(tx, grant, changes)
    if (changes.avatar_url === null) await deleteAvatar(tx, grant.on)
    return load(tx, grant.on)
  })
}

/** §3: the name at the provider, else the part of the email before @, else 'User'. */
export function displayNameOf(name: string | null, email: string): string {
  const fallback = email.split('@')[0]?.trim() || 'User'
  return (name?.trim() || fallback).slice(0, 120)
}

/**
 * The user behind a verified token. Whoever is seen for the first time becomes an active basic_user; many requests at once
 * make one user.
 * @returns null when there is no such user and none may be made: the session has ended, or the email belongs to the user of
 * another subject (accounts are never joined by email alone)
 */
export async function findOrCreateCaller(db: Database, identity: Identity): Promise<store.CallerRow | null> {
  const { subject, email, name, session_id } = identity
  const known = await store.findCaller(db, subject, session_id)
  if (known) return known
  await store.insertUser(db, { firebase_uid: subject, email, display_name: displayNameOf(name, email) }, session_id)
  return store.findCaller(db, subject, session_id)
}

/** Notes that the subject signed in; a subject never seen has no user yet, and that is no error. */
export const recordSignIn = (db: Database, subject: string): Promise<void> => store.setLastLogin(db, subject)

/** Whether an open stream of this caller may stay open: account active, session not ended. One statement. */
export const isStillAllowed = (db: Queryable, caller: UserCaller): Promise<boolean> =>
  store.isAllowed(db, caller.id, caller.session_id)

async function situationOf(tx: Queryable, actor: UserId, target: UserId): Promise<Situation> {
  const rows = await store.lockForManagement(tx, actor, target)
  const found = rows.find((row) => row.id === target)
  if (!found) throw new AppError('not_found')
  const canAct = (row: store.ManagedUser) => row.status !== 'blocked' && row.status !== 'deactivated'
  return {
    actor: rows.find((row) => row.id === actor) ?? null,
    target: found,
    activeSuperAdmins: rows.filter((row) => row.role === 'super_admin' && canAct(row)).length,
  }
}

/**
 * Takes effect with the user's next request.
 * @throws not_found, forbidden, illegal_transition (the last super admin)
 */
export async function changeRole(db: Database, caller: UserCaller, id: UserId, role: Role): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const situation = await situationOf(tx, caller.id, id)
    await store.setRole(tx, mayChangeRole(caller, situation, role), role)
    return load(tx, id)
  })
}

/** A hundred years of days: longer blocks are permanent ones. */
const LONGEST_BLOCK_DAYS = 36_500

/**
 * The user loses access with the next request. `duration_days` null blocks until somebody activates them.
 * @throws not_found, forbidden, illegal_transition (the last super admin), invalid_input (duration)
 */
export async function blockUser(
  db: Database,
  caller: UserCaller,
  id: UserId,
  block: { reason: string; duration_days: number | null },
): Promise<User> {
  const { reason, duration_days: days } = block
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= LONGEST_BLOCK_DAYS))
    throw fieldError('duration_days', `Use a whole number of days from 1 to ${LONGEST_BLOCK_DAYS}`)
  const blocked_until = days === null ? null : new Date(Date.now() + days * 86_400_000)
  return changeStatus(db, caller, id, { status: 'blocked', reason, blocked_until })
}

/** @throws not_found, forbidden, illegal_transition (the last super admin) */
export const deactivateUser = (db: Database, caller: UserCaller, id: UserId, reason: string): Promise<User> =>
  changeStatus(db, caller, id, { status: 'deactivated', reason, blocked_until: null })

/** @throws not_found, forbidden */
export const activateUser = (db: Database, caller: UserCaller, id: UserId, reason: string | null): Promise<User> =>
  changeStatus(db, caller, id, { status: 'active', reason, blocked_until: null })

async function changeStatus(db: Database, caller: UserCaller, id: UserId, change: store.StatusChange): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const situation = await situationOf(tx, caller.id, id)
    await store.setStatus(tx, mayChangeStatus(caller, situation, change.status !== 'active'), change)
    return load(tx, id)
  })
}
