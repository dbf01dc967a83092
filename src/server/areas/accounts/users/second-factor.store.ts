/** What the sessions of the embedded provider say of the person behind them. */
import { sql } from 'kysely'
import type { Role } from '#contract/core/access.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Migration 0044 says what counts. */
export async function isStrongSession(db: Queryable, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ strong: boolean }>`select auth.session_is_strong(${sessionId}) as strong`.execute(db)
  return rows[0]?.strong ?? false
}

/** Whether the session was opened or confirmed within so many minutes. */
export async function isFreshSession(db: Queryable, sessionId: string, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth.session
    where id = ${sessionId} and "confirmedAt" > now() - make_interval(mins => ${minutes})`.execute(db)
  return rows.length > 0
}

/** Null for a subject that is no user here. */
export async function findRoleOfSubject(db: Queryable, subject: string): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`select role from users where firebase_uid = ${subject}`.execute(db)
  return rows[0]?.role ?? null
}
