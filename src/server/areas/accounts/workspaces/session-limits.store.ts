/** The SQL of how long members may act in one session. */
import { type RawBuilder, sql } from 'kysely'
import type { SessionLimits } from '#contract/accounts/workspaces.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Of the member `m`: the session is older than their workspace allows, or nothing was done in it there for too long. */
export const isOverLimit = (session: string | null): RawBuilder<boolean> => sql<boolean>`exists (
  select from workspaces l where l.id = m.workspace_id and (l.session_hours is not null or l.idle_minutes is not null)
    and not exists (
      select from auth.session e left join workspace_activity a on a.session_id = e.id and a.workspace_id = l.id
      where e.id = ${session}
        and (l.session_hours is null or e."createdAt" > now() - make_interval(hours => l.session_hours))
        and (l.idle_minutes is null
          or greatest(a.acted_at, e."confirmedAt") > now() - make_interval(mins => l.idle_minutes))))`

/** Not at every request: limits are minutes. */
export async function noteActivity(db: Queryable, workspace: UserId, session: string): Promise<void> {
  await sql`
    insert into workspace_activity (session_id, workspace_id, acted_at)
    select e.id, ${workspace}::uuid, now() from auth.session e where e.id = ${session}
    on conflict (session_id, workspace_id) do update set acted_at = now()
    where workspace_activity.acted_at < now() - interval '15 seconds'`.execute(db)
}

export async function endSession(db: Queryable, session: string): Promise<void> {
  await sql`delete from auth.session where id = ${session}`.execute(db)
}

export async function findLimits(db: Queryable, workspace: UserId): Promise<SessionLimits> {
  const { rows } = await sql<SessionLimits>`
    select session_hours, idle_minutes from workspaces where id = ${workspace}`.execute(db)
  return rows[0] ?? { session_hours: null, idle_minutes: null }
}

export async function saveLimits(tx: Queryable, workspace: UserId, limits: SessionLimits): Promise<void> {
  await sql`
    update workspaces set session_hours = ${limits.session_hours}::int, idle_minutes = ${limits.idle_minutes}::int
    where id = ${workspace}`.execute(tx)
}

/** Nothing was noted before there was a limit: everyone who is signed in counts as having just acted. */
export async function beginActivity(tx: Queryable, workspace: UserId): Promise<void> {
  await sql`
    insert into workspace_activity (session_id, workspace_id, acted_at)
    select e.id, m.workspace_id, now() from workspace_members m join users u on u.id = m.user_id
      join auth.session e on e."userId" = u.firebase_uid
    where m.workspace_id = ${workspace}
    on conflict (session_id, workspace_id) do update set acted_at = now()`.execute(tx)
}
