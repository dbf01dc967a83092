/** The SQL of users. The identity provider's sessions are looked up in the same statement, so that a request costs one. */

import { sql } from 'kysely'
import type { ProfileChanges } from '#contract/accounts/auth.ts'
import type { UserStatus } from '#contract/accounts/user-values.ts'
import type { Role } from '#contract/core/access.ts'
import { findLanguage } from '#contract/core/languages.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { Language } from '#shared/language.ts'

/** The status of an activated `users u`: a user with an open role request keeps waiting for it. */
export const statusUnblocked = sql<UserStatus>`case
  when exists (select from role_requests r where r.user_id = u.id and r.status = 'open') then 'pending' else 'active' end`

/** What every request needs to know of its user. */
export interface CallerRow {
  id: UserId
  email: string
  display_name: string
  role: Role
  /** A block whose time has passed reads `active`. */
  status: UserStatus
  blocked_until: Date | null
  status_reason: string | null
  /** The provider's session of the token exists and has not ended. */
  session_live: boolean
  is_verified: boolean
  last_login: Date | null
}

/** The effective status: a block expires automatically. */
const statusNow = sql<UserStatus>`case when u.status = 'blocked' and u.blocked_until <= now() then 'active' else u.status end`
const sessionLive = (sessionId: string | null) =>
  sessionId === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (select 1 from auth.session s where s.id = ${sessionId} and s."userId" = u.firebase_uid and s."expiresAt" > now())`

/** What a statement on `users u` reads of who asks. */
export const callerColumns = (sessionId: string | null) =>
  sql`u.id, u.email::text, u.display_name, u.role, ${statusNow} as status, u.blocked_until, u.status_reason, u.is_verified, u.last_login,
    ${sessionLive(sessionId)} as session_live`

export async function findCaller(db: Queryable, subject: string, sessionId: string | null): Promise<CallerRow | null> {
  const { rows } = await sql<CallerRow>`
    select ${callerColumns(sessionId)} from users u where u.firebase_uid = ${subject}`.execute(db)
  return rows[0] ?? null
}

/** The role of an account that may act; null when it is blocked, deactivated or gone. */
export async function findActiveRole(db: Queryable, id: UserId): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`
    select u.role from users u where u.id = ${id} and ${statusNow} not in ('blocked', 'deactivated')`.execute(db)
  return rows[0]?.role ?? null
}

/** The role of an account that may act, in a session of it that has not ended; null otherwise. */
export async function findRoleInSession(db: Queryable, id: UserId, sessionId: string): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`
    select u.role from users u
    where u.id = ${id} and ${statusNow} not in ('blocked', 'deactivated') and ${sessionLive(sessionId)}`.execute(db)
  return rows[0]?.role ?? null
}

/** Whether the user may go on as one of these roles. */
export async function isAllowed(
  db: Queryable,
  id: UserId,
  sessionId: string | null,
  roles: readonly Role[],
): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select ${statusNow} not in ('blocked', 'deactivated') and u.role = any(${roles}) and ${sessionLive(sessionId)} as allowed
    from users u where u.id = ${id}`.execute(db)
  return rows[0]?.allowed ?? false
}

export interface NewUser {
  firebase_uid: string
  email: string
  display_name: string
}

/**
 * Does nothing when the subject or the email is known already (of several processes the first wins), or when the session of
 * the token has ended or began before the deletion of its account: such a token must not bring its user back.
 */
export async function insertUser(
  db: Queryable,
  user: NewUser,
  sessionId: string | null,
  signedInAt: Date | null = null,
): Promise<void> {
  await sql`
    insert into users (firebase_uid, email, display_name, last_login)
    select u.firebase_uid, ${user.email}, ${user.display_name}, now()
    from (values (${user.firebase_uid}::text)) as u (firebase_uid) where ${sessionLive(sessionId)}
      and not exists (select 1 from erased_subjects e where e.subject_hash = sha256(convert_to(u.firebase_uid, 'UTF8'))
        and e.erased_at >= coalesce(${signedInAt}::timestamptz, '-infinity'))
    on conflict do nothing`.execute(db)
}

/** The user of a new account, who has never signed in. Does nothing when the subject or the email is known already. */
export async function insertAccountUser(tx: Queryable, user: NewUser, language: Language | null): Promise<void> {
  await tx
    .insertInto('users')
    .values({ ...user, ...(language && { preferences: JSON.stringify({ language }) }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * How the provider knows them now; an address that is another user's by now is not taken. Left out while the row is locked: the next
 * request says it again.
 */
export async function setFromProvider(
  db: Queryable,
  id: UserId,
  { email, verified, signed_in_at }: { email: string; verified: boolean; signed_in_at: Date | null },
): Promise<void> {
  await sql`
    update users set is_verified = ${verified}, last_login = ${signed_in_at}, updated_at = now(),
      email = case when exists (select 1 from users o where o.email = ${email}::citext and o.id <> ${id})
        then email else ${email}::citext end
    where id = (select u.id from users u where u.id = ${id} for no key update skip locked)`.execute(db)
}

/** Left out while the row is locked: a sign-in doesn't wait, and hold a connection, until an account is managed or deleted. */
export async function setLastLogin(db: Queryable, subject: string): Promise<void> {
  await sql`
    update users set last_login = ${new Date()}
    where id = (select u.id from users u where u.firebase_uid = ${subject} for no key update skip locked)`.execute(db)
}

export const findUser = (db: Queryable, id: UserId) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Only the fields of a profile, named one by one: whatever else a body held cannot reach the table. */
/** The language that a person has chosen; null for none. */
export async function findLanguageOf(db: Queryable, person: UserId): Promise<Language | null> {
  const { rows } = await sql<{ language: string | null }>`
    select preferences ->> 'language' as language from users where id = ${person}`.execute(db)
  return findLanguage(rows[0]?.language)
}

/** Keeps what is chosen in the browser as the choice of an account that has made none. */
export async function keepLanguage(db: Queryable, grant: Grant<'user.own', UserId>, language: Language): Promise<void> {
  await sql`
    update users set preferences = preferences || ${JSON.stringify({ language })}::jsonb
    where id = ${grant.on} and preferences ->> 'language' is null`.execute(db)
}

export async function updateProfile(
  db: Queryable,
  grant: Grant<'user.own', UserId>,
  changes: ProfileChanges,
): Promise<void> {
  const { display_name, bio, website_url, language } = changes
  const given = Object.entries({ display_name, bio, website_url }).filter(([, value]) => value !== undefined)
  if (given.length === 0 && language === undefined) return
  const preferences = language && { preferences: sql`preferences || ${JSON.stringify({ language })}::jsonb` }
  await db
    .updateTable('users')
    .set({ ...Object.fromEntries(given), ...preferences, updated_at: new Date() })
    .where('id', '=', grant.on)
    .execute()
}

/** One user as the rules of management see them. */
export interface ManagedUser {
  id: UserId
  role: Role
  status: UserStatus
  is_deleted: boolean
}

const managed = sql`u.id, u.role, ${statusNow} as status, u.firebase_uid like 'deleted:%' as is_deleted`

/**
 * Locks, in one order everywhere, all rows that the management rules read: the actor, the target, every super admin.
 * Two admins acting on each other at the same time are then serialised.
 */
export async function lockForManagement(tx: Queryable, actor: UserId, target: UserId): Promise<ManagedUser[]> {
  const { rows } = await sql<ManagedUser>`
    select ${managed} from users u
    where u.id in (${actor}, ${target}) or u.role = 'super_admin' order by u.id for no key update`.execute(tx)
  return rows
}

/** The same rows, unlocked: to show what is possible. */
export async function findForManagement(db: Queryable, actor: UserId, target: UserId): Promise<ManagedUser[]> {
  const { rows } = await sql<ManagedUser>`
    select ${managed} from users u where u.id in (${actor}, ${target}) or u.role = 'super_admin'`.execute(db)
  return rows
}

/** The account of an address, locked; null when there is none. */
export async function lockByEmail(
  tx: Queryable,
  email: string,
): Promise<{ id: UserId; firebase_uid: string; display_name: string } | null> {
  const { rows } = await sql<{ id: UserId; firebase_uid: string; display_name: string }>`
    select id, firebase_uid, display_name from users where email = ${email}::citext for no key update`.execute(tx)
  return rows[0] ?? null
}

/**
 * Locks the rows that the deletion of an account reads, in the same order: its own and, for a super admin, all of
 * theirs. A deletion may take a minute, so deletions of other accounts don't lock the super admins, who sign in and
 * manage others meanwhile. An account that becomes a super admin at this moment finds itself alone and is refused.
 */
export async function lockForDeletion(tx: Queryable, id: UserId): Promise<ManagedUser[]> {
  const { rows } = await sql<ManagedUser>`
    select ${managed} from users u
    where u.id = ${id} or (u.role = 'super_admin' and exists (select from users s where s.id = ${id} and s.role = 'super_admin'))
    order by u.id for no key update of u`.execute(tx)
  return rows
}

export async function setRole(tx: Queryable, grant: Grant<'user.change_role', ManagedUser>, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role, updated_at: new Date() }).where('id', '=', grant.on.id).execute()
}

export interface StatusChange {
  status: UserStatus
  reason: string | null
  blocked_until: Date | null
}

/** Activating a user with an open request leaves the request open. */
export async function setStatus(
  tx: Queryable,
  grant: Grant<'user.change_status', ManagedUser>,
  change: StatusChange,
): Promise<void> {
  const { status, reason, blocked_until } = change
  await sql`
    update users u set status = ${status === 'active' ? statusUnblocked : status}, status_reason = ${reason || null},
      blocked_until = ${blocked_until}, updated_at = now()
    where u.id = ${grant.on.id}`.execute(tx)
}

/** Runs `work` while no other process of this installation does the same. */
export const withFirstStartLock = <T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.firstStart})`.execute(tx)
    return work(tx)
  })

/** The same for a request, which doesn't wait. @returns false when another process holds the lock */
export const tryFirstStartLock = (db: Database, work: (tx: Queryable) => Promise<boolean>): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock(${LOCKS.firstStart}) as free`.execute(tx)
    return rows[0]?.free === true && work(tx)
  })

export async function hasSuperAdmin(db: Queryable): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('role', '=', 'super_admin').limit(1).execute()
  return found.length > 0
}

/** @returns false when they are gone */
/** @returns false while the row is locked: the next request of this user tries again */
export async function makeSuperAdmin(tx: Queryable, id: UserId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set role = 'super_admin', is_verified = true, updated_at = now()
    where id = (select u.id from users u where u.id = ${id} for no key update skip locked)`.execute(tx)
  return numAffectedRows === 1n
}

export async function upsertSuperAdmin(tx: Queryable, user: NewUser): Promise<void> {
  await tx
    .insertInto('users')
    .values({ ...user, role: 'super_admin', is_verified: true })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        firebase_uid: user.firebase_uid,
        role: 'super_admin',
        status: 'active',
        blocked_until: null,
        status_reason: null,
      }),
    )
    .execute()
}
