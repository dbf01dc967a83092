/** What the sessions of the embedded provider say of the person behind them. */
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'

/** A session opened with a code counts while the account asks for codes, one opened with a passkey while it has one. */
export async function sessionIsStrong(db: Queryable, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ strong: boolean }>`
    select (s."provenBy" = 'second_factor' and a."twoFactorEnabled")
      or (s."provenBy" = 'passkey' and exists (select from auth.passkey p where p."userId" = a.id)) as strong
    from auth.session s join auth."user" a on a.id = s."userId" where s.id = ${sessionId}`.execute(db)
  return rows[0]?.strong ?? false
}

/** Whether the session was opened or confirmed within so many minutes. */
export async function sessionIsFresh(db: Queryable, sessionId: string, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth.session
    where id = ${sessionId} and "confirmedAt" > now() - make_interval(mins => ${minutes})`.execute(db)
  return rows.length > 0
}
