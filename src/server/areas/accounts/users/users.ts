/** The verbs of users. Rules of roles and status: product decisions, "Roles, permissions, guards". */

import type { ProfileChanges } from '#contract/accounts/auth.ts'
import { platformsOf, type User } from '#contract/accounts/users.ts'
import { groupsOf, permissionsOf, ROLES, type Role, rankOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { admitAccount } from '#server/areas/accounts/invitations/admission.ts'
import type { Identity } from '#server/gateways/identity.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Language } from '#shared/language.ts'
import { deleteAvatar } from './avatars.store.ts'
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

/** The User of §3, who speaks what this browser speaks unless they have chosen another language. @throws not_found */
export async function meetOwnUser(
  db: Queryable,
  grant: Grant<'user.own', UserId>,
  language: Language | null,
): Promise<User> {
  if (language !== null) await store.keepLanguage(db, grant, language)
  return load(db, grant.on)
}

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
 * The user of a verified token. A first-time user becomes an active basic_user; concurrent requests create one
 * user.
 * @returns null when there is no such user and none may be created: the session has ended, or the email belongs to the
 * user of
 * another subject (accounts are never joined by email alone)
 * @throws sign_up_closed, invitation_needed for a first-time user of a provider elsewhere
 */
export async function findOrCreateCaller(
  db: Database,
  identity: Identity,
  firstAdminEmail: string | null = null,
): Promise<store.CallerRow | null> {
  const { subject, email, name, session_id, signed_in_at } = identity
  const known = await store.findCaller(db, subject, session_id)
  if (!known) {
    const user = { firebase_uid: subject, email, display_name: displayNameOf(name, email) }
    await db.transaction().execute(async (tx) => {
      await admitFromProvider(tx, identity, firstAdminEmail)
      await store.insertUser(tx, user, session_id, signed_in_at ?? null)
    })
  }
  const row = known ?? (await store.findCaller(db, subject, session_id))
  if (!row || identity.email_verified === undefined) return row
  const kept = await keepUp(db, row, identity)
  const promoted = await makeFirstAdmin(db, row, identity, firstAdminEmail)
  return kept || promoted ? store.findCaller(db, subject, session_id) : row
}

/** Accounts that are kept here passed this when they were made. The operator's address always may, or nobody could open sign-up. */
async function admitFromProvider(tx: Queryable, identity: Identity, adminEmail: string | null): Promise<void> {
  const { email, email_verified } = identity
  if (email_verified === undefined || isOperator(identity, adminEmail)) return
  await admitAccount(tx, email, email_verified ? 'address' : null)
}

const isOperator = ({ email, email_verified }: Identity, adminEmail: string | null): boolean =>
  email_verified === true && email.toLowerCase() === adminEmail?.toLowerCase()

/** A provider elsewhere changes addresses without telling us: each token says how they are. @returns whether anything changed */
async function keepUp(db: Database, row: store.CallerRow, { email, email_verified, signed_in_at }: Identity) {
  const verified = email_verified === true
  const signedIn = signed_in_at ?? row.last_login
  const same =
    row.email.toLowerCase() === email.toLowerCase() &&
    row.is_verified === verified &&
    (signedIn?.getTime() ?? 0) <= (row.last_login?.getTime() ?? 0)
  if (!same) await store.setFromProvider(db, row.id, { email, verified, signed_in_at: signedIn })
  return !same
}

/** Without accounts of our own the operator's verified address makes the first super admin. @returns whether it did */
async function makeFirstAdmin(db: Database, row: store.CallerRow, identity: Identity, adminEmail: string | null) {
  if (!isOperator(identity, adminEmail) || row.role === 'super_admin' || (await store.hasSuperAdmin(db))) return false
  return store.tryFirstStartLock(db, async (tx) => !(await store.hasSuperAdmin(tx)) && store.makeSuperAdmin(tx, row.id))
}

/** Notes that the subject signed in; a subject never seen has no user yet, and that is no error. */
export const recordSignIn = (db: Database, subject: string): Promise<void> => store.setLastLogin(db, subject)

/**
 * Whether an open stream of this caller may stay open: account active, session not ended. One statement. Of a member of a workspace it asks
 * about the person alone.
 */
export const isStillAllowed = (db: Queryable, caller: UserCaller): Promise<boolean> =>
  caller.workspace
    ? store.isAllowed(db, caller.workspace.person_id, caller.session_id, ROLES)
    : store.isAllowed(db, caller.id, caller.session_id, ROLES.slice(rankOf(caller.role) - 1))
