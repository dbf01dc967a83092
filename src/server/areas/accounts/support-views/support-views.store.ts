/** The SQL of support views. */
import { sql } from 'kysely'
import type { Role } from '#contract/core/access.ts'
import type { SupportViewId, UserId } from '#contract/core/primitives.ts'
import type { ManagedUser } from '#server/areas/accounts/users/users.store.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export const END_CAUSES = ['stopped', 'replaced', 'expired', 'signed_out', 'admin_changed', 'person_changed'] as const
export type EndCause = (typeof END_CAUSES)[number]

export interface EndedRow {
  id: SupportViewId
  admin_id: UserId | null
  person_id: UserId
  ended_because: EndCause
}

const ended = sql`id, admin_id, person_id, ended_because`

/** The columns of `users p` that say whether the person can still be viewed. */
const isViewable = sql<boolean>`(p.role not in ('admin', 'super_admin') and p.firebase_uid not like 'deleted:%'
  and p.status <> 'deactivated' and (p.status <> 'blocked' or p.blocked_until <= now()))`

export interface ViewedRow {
  id: UserId
  role: Role
  email: string
  display_name: string
}

/** The person of a view that this admin may go on with; null when it has ended, or is another admin's or session's. */
export async function findViewed(
  db: Queryable,
  view: SupportViewId,
  admin: { id: UserId; role: Role; session_key: string },
): Promise<ViewedRow | null> {
  const { rows } = await sql<ViewedRow>`
    select p.id, p.role, p.email::text as email, p.display_name
    from support_views v join users p on p.id = v.person_id
    where v.id = ${view} and v.admin_id = ${admin.id} and v.admin_role = ${admin.role} and v.session_key = ${admin.session_key}
      and v.ended_at is null and v.expires_at > now() and ${isViewable}`.execute(db)
  return rows[0] ?? null
}

export interface NewView {
  session_key: string
  reason: string
  minutes: number
}

/** The admin must have no other view that is open. */
export async function insertView(
  tx: Queryable,
  { by, on }: Grant<'user.view', ManagedUser>,
  { session_key, reason, minutes }: NewView,
): Promise<{ id: SupportViewId; expires_at: Date }> {
  if (by.type !== 'user') throw new Error('A visitor cannot begin a view')
  const { rows } = await sql<{ id: SupportViewId; expires_at: Date }>`
    insert into support_views (admin_id, admin_role, session_key, person_id, reason, expires_at)
    values (${by.id}, ${by.role}, ${session_key}, ${on.id}, ${reason}, now() + make_interval(mins => ${minutes}))
    returning id, expires_at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The view is missing after it was inserted')
  return row
}

export async function findName(tx: Queryable, { on }: Grant<'user.view', ManagedUser>): Promise<string> {
  const { rows } = await sql<{ display_name: string }>`select display_name from users where id = ${on.id}`.execute(tx)
  return rows[0]?.display_name ?? ''
}

/** Ends the view that this admin has open, whichever it is. */
export async function endOpenView(tx: Queryable, admin: UserId, because: EndCause): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    update support_views set ended_at = least(now(), expires_at), ended_because = ${because}
    where admin_id = ${admin} and ended_at is null returning ${ended}`.execute(tx)
  return rows
}

/** Ends one view of this admin. @returns null when it is not theirs, `ended` empty when it had ended before */
export async function endView(
  tx: Queryable,
  { by, on: view }: Grant<'user.end_view', SupportViewId>,
): Promise<{ ended: EndedRow[] } | null> {
  const admin = by.type === 'user' ? by.id : null
  const { rows } = await sql<EndedRow>`
    update support_views set ended_at = least(now(), expires_at), ended_because = 'stopped'
    where id = ${view} and admin_id = ${admin} and ended_at is null returning ${ended}`.execute(tx)
  if (rows.length > 0) return { ended: rows }
  const known = await sql`select from support_views where id = ${view} and admin_id = ${admin}`.execute(tx)
  return known.rows.length > 0 ? { ended: [] } : null
}

/** Ends views of and by an account whose role or status has changed. */
export async function endViewsOfAccount(tx: Queryable, account: UserId): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    update support_views set ended_at = least(now(), expires_at),
      ended_because = case when admin_id = ${account} then 'admin_changed' else 'person_changed' end
    where ended_at is null and (admin_id = ${account} or person_id = ${account}) returning ${ended}`.execute(tx)
  return rows
}

/**
 * Ends what has expired, what began in a session that is no more, and what the rules no longer allow. Keys of sessions of a provider
 * elsewhere begin with `at `: when those end is not known here.
 */
export async function endOverdueViews(tx: Queryable): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    update support_views v set ended_at = least(now(), v.expires_at), ended_because = x.because
    from (
      select o.id, case
        when o.expires_at <= now() then 'expired'
        when o.session_key not like 'at %' and not exists (
          select from auth.session s where s.id = o.session_key and s."expiresAt" > now()) then 'signed_out'
        when a.id is null or a.role <> o.admin_role or a.status = 'deactivated'
          or (a.status = 'blocked' and (a.blocked_until is null or a.blocked_until > now())) then 'admin_changed'
        when not ${isViewable} then 'person_changed' end as because
      from support_views o left join users a on a.id = o.admin_id join users p on p.id = o.person_id
      where o.ended_at is null
      for no key update of o skip locked
    ) x
    where v.id = x.id and x.because is not null
    returning v.id, v.admin_id, v.person_id, v.ended_because`.execute(tx)
  return rows
}

export interface PastViewRow {
  id: SupportViewId
  role: Role
  reason: string
  started_at: Date
  ended_at: Date | null
}

/** The latest first. One that has expired reads as ended although nothing has noted it yet. */
export async function findViewsOf(
  db: Queryable,
  person: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PastViewRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<PastViewRow>`
      select id, admin_role as role, reason, started_at,
        coalesce(ended_at, case when expires_at <= now() then expires_at end) as ended_at
      from support_views where person_id = ${person} order by started_at desc, id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from
      (select from support_views where person_id = ${person} limit 10000) counted`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
